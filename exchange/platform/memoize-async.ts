/** Returns what runs once for all who ask, and again for the next one when it failed. */
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
