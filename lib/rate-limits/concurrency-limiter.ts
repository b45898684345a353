/** Runs a bounded number of tasks at once and queues a bounded number; further ones are rejected. */
export type ConcurrencyLimiter = {
  /** `source`: whose task it is, for the limit per source. */
  run<T>(work: () => Promise<T>, source?: string): Promise<T>;
  /** Queued tasks. */
  readonly waiting: number;
};

/** `refuse` makes the error for a full queue; `sourceMax` limits running and queued tasks of one source together. */
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
    // The next queued task takes the slot over.
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
