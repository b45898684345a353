/** Lets a bounded number of works run at once; others wait in line, and those for whom there is no place are refused. */
export type ConcurrencyLimiter = {
  /** `source` is who it is for, where each has a bound of its own. */
  run<T>(work: () => Promise<T>, source?: string): Promise<T>;
  /** Works that wait in line. */
  readonly waiting: number;
};

/** `refuse` makes the error of who finds the line full; `sourceMax` is how many works of one source run and wait together. */
export type ConcurrencyRule = { runningMax: number; waitingMax: number; sourceMax?: number; refuse(): Error };

export function createConcurrencyLimiter({
  runningMax,
  waitingMax,
  sourceMax = Number.POSITIVE_INFINITY,
  refuse,
}: ConcurrencyRule): ConcurrencyLimiter {
  const waiting: (() => void)[] = [];
  const bySource = new Map<string, number>();
  let running = 0;
  const enter = (): Promise<void> => {
    if (running < runningMax) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= waitingMax) return Promise.reject(refuse());
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    // Who waits takes the place over.
    if (next === undefined) running -= 1;
    else next();
  };
  const count = (source: string, by: number) => {
    const held = (bySource.get(source) ?? 0) + by;
    if (held === 0) bySource.delete(source);
    else bySource.set(source, held);
  };
  async function pass<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }
  return {
    get waiting() {
      return waiting.length;
    },
    async run(work, source) {
      if (source === undefined) return pass(work);
      if ((bySource.get(source) ?? 0) >= sourceMax) throw refuse();
      count(source, 1);
      try {
        return await pass(work);
      } finally {
        count(source, -1);
      }
    },
  };
}
