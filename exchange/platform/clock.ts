/** Where a module learns the time, so that a test can stop it. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds of a clock that is never set, for deadlines and durations: it also runs while the process stands still. */
export function monotonicNow(): number {
  return performance.now();
}
