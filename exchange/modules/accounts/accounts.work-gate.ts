import { availableParallelism } from 'node:os';
import { DomainError } from '../../platform/domain-error';

/** Password hashes take a core and 19 MiB each: half of the machine goes on with everything else. */
const RUNNING_MAX = Math.max(1, Math.floor(availableParallelism() / 2));
/** At 15 ms a hash the last of them waits about a second. */
const WAITING_MAX = 64;
/** Of the waiting places those that only devices get that were signed in on before. */
const RESERVED = 16;
/** Places of one source, running or waiting: nobody fills the queue alone. */
const SOURCE_MAX = 4;
const WAIT_MAX_MS = 5_000;

export type WorkSource = { source: string; isKnown: boolean };
export type WorkGate = {
  /** Runs `work` when its turn comes. @throws SIGN_IN_BUSY when there is no place, or the turn didn't come within 5 s; nothing ran then */
  run<T>(of: WorkSource, work: () => Promise<T>): Promise<T>;
};

/** Returns the one place through which the expensive work of signing in goes: few at a time, a bounded queue, in order of arrival. */
export function createWorkGate({ runningMax = RUNNING_MAX, waitMaxMs = WAIT_MAX_MS } = {}): WorkGate {
  const places = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let running = 0;
  const isFull = ({ source, isKnown }: WorkSource) =>
    (places.get(source) ?? 0) >= SOURCE_MAX || waiting.length >= (isKnown ? WAITING_MAX : WAITING_MAX - RESERVED);
  const leave = (source: string) => {
    const left = (places.get(source) ?? 1) - 1;
    if (left === 0) places.delete(source);
    else places.set(source, left);
  };
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new DomainError('SIGN_IN_BUSY', { detail: 'no turn in time' }));
      }, waitMaxMs);
      waiting.push(start);
    });
  return {
    async run(of, work) {
      if (isFull(of)) throw new DomainError('SIGN_IN_BUSY');
      places.set(of.source, (places.get(of.source) ?? 0) + 1);
      try {
        // Whoever ends hands its turn on, so that `running` stays as it is.
        if (running < runningMax) running += 1;
        else await waitForTurn();
        try {
          return await work();
        } finally {
          const next = waiting.shift();
          if (next === undefined) running -= 1;
          else next();
        }
      } finally {
        leave(of.source);
      }
    },
  };
}
