import { DomainError } from '../../exchange/platform/domain-error';

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

/** What a system that has too much to do answers. */
const REFUSED_BUSY: ReadonlySet<string> = new Set(['NOT_DONE_IN_TIME', 'MARKET_BUSY']);

/**
 * Begins `work` so many times a second, whether the last one has ended or not, until `isOver` says so. Returns what each took in ms, sorted, and how many
 * were refused because they were not done in time or the market was busy.
 */
export async function runOpen({
  rate,
  isOver,
  work,
}: {
  rate: number;
  isOver(turn: number): boolean;
  work(turn: number): Promise<unknown>;
}): Promise<{ latencies: number[]; late: number }> {
  const latencies: number[] = [];
  let late = 0;
  const running = new Set<Promise<void>>();
  const begun = performance.now();
  for (let turn = 0; !isOver(turn); turn += 1) {
    const waitMs = begun + (turn * 1_000) / rate - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const at = performance.now();
    const one = work(turn).then(
      () => void latencies.push(performance.now() - at),
      (error: unknown) => {
        if (!(error instanceof DomainError) || !REFUSED_BUSY.has(error.code)) throw error;
        late += 1;
      },
    );
    running.add(one);
    void one.finally(() => running.delete(one));
  }
  await Promise.all(running);
  return { latencies: latencies.sort((a, b) => a - b), late };
}
