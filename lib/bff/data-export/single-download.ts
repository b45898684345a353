/** Copies that are under way, each by whose it is: how to end it. On the global object, as handlers may be in several bundles. */
const slot = Symbol.for('candor.running-copies');
function running(): Map<string, () => void> {
  const holder = globalThis as { [slot]?: Map<string, () => void> };
  holder[slot] ??= new Map();
  return holder[slot];
}

/**
 * Returns the bytes of a copy as a stream. Of one member one is made at a time: a newer one ends it with an error, as a download whose line broke may
 * not be known to have ended.
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
