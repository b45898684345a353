/** Waits until every promise has settled, also when one rejects, so that none still runs beside the next round. @throws the first rejection */
export async function awaitAll(promises: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(promises);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
