/** Memoizes an async function without arguments. A rejection is not cached: the next call runs it again. */
export function memoizeAsync<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}
