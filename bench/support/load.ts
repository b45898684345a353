/** Runs `work` in a closed loop with so many callers at once for some seconds. Returns done per second and their latencies in ms, sorted. */
export async function runLoad({
  clients,
  seconds,
  work,
}: {
  clients: number;
  seconds: number;
  work(client: number, turn: number): Promise<unknown>;
}): Promise<{ rate: number; latencies: number[] }> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const at = performance.now();
        await work(client, turn);
        latencies.push(performance.now() - at);
      }
    }),
  );
  const rate = latencies.length / ((performance.now() - startedAt) / 1000);
  return { rate, latencies: latencies.sort((a, b) => a - b) };
}
