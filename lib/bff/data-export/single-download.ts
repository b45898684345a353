/** Running downloads by user: the function that aborts each. On the global object, as handlers may be in several bundles. */
const slot = Symbol.for('candor.running-copies');
function running(): Map<string, () => void> {
  const holder = globalThis as { [slot]?: Map<string, () => void> };
  holder[slot] ??= new Map();
  return holder[slot];
}

/**
 * Returns the chunks as a stream, one download per user at a time: a newer one aborts the running one, since a broken connection may go
 * unnoticed.
 */
export function singleDownload(userId: string, chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let replace = (): void => undefined;
  const leave = () => {
    if (running().get(userId) === replace) running().delete(userId);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      replace = () => {
        controller.error(new Error('another copy was asked for'));
        chunks.return(undefined).catch(() => undefined);
      };
      running().get(userId)?.();
      running().set(userId, replace);
    },
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (running().get(userId) !== replace) return;
        if (!done) return controller.enqueue(value);
        leave();
        controller.close();
      } catch (error) {
        leave();
        throw error;
      }
    },
    async cancel() {
      leave();
      await chunks.return(undefined);
    },
  });
}
