/** Commands that wait, in the order in which they are to be begun. */
export type CommandQueue<W> = {
  /** Whether nothing waits. */
  readonly isEmpty: boolean;
  /** Whether work waits that nobody asked for, such as what moves risk; missing where there is none. */
  readonly hasUnasked?: boolean;
  push(waiting: W): void;
  /** Puts commands of a batch to the front again, in their order. */
  putBack(batch: readonly W[]): void;
  /** Takes the next batch, none of its commands in a larger one than it may; empty while all that waits has to wait for what is under way. */
  take(max: number): W[];
  /** Hears that a batch is under way no longer, whatever became of it; missing where one is under way at a time. */
  release?(batch: readonly W[]): void;
  /** Takes the commands out whose deadline (monotonic ms) has passed. */
  takeExpired(now: number): W[];
  /** Returns the earliest deadline of what waits (monotonic ms), null without one. */
  nextDeadline(): number | null;
  /** Takes everything out. */
  clear(): W[];
};
