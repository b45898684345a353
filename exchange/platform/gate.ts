/** Lets a bounded number of works run at once; others wait in line, and those for whom there is no place are refused. */
export type Gate = {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Works that wait in line. */
  readonly waiting: number;
};

/** `refuse` makes the error of who finds the line full. */
export function createGate({ runningMax, waitingMax, refuse }: { runningMax: number; waitingMax: number; refuse(): Error }): Gate {
  const waiting: (() => void)[] = [];
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
  return {
    get waiting() {
      return waiting.length;
    },
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
