/** Waits for all lanes, also when one fails, so that none runs on beside the next round. @throws what the first of them threw */
export async function awaitAll(lanes: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(lanes);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
