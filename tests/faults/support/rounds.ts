import { IS_LONG } from '../../helpers/turns';

/** Rounds of a fault in each form; `FAULTS_ROUNDS` says another number for all. */
export function countRounds({ short, long }: { short: number; long: number }): number {
  const asked = Number(process.env.FAULTS_ROUNDS ?? 0);
  if (Number.isSafeInteger(asked) && asked > 0) return asked;
  return IS_LONG ? long : short;
}

/** Processes and databases are started before the first round, and looked through after the last. */
const START_MS_MAX = 300_000;

/** Time that a test of so many rounds may take. */
export function timeoutOf({ rounds, roundMsMax }: { rounds: number; roundMsMax: number }): number {
  return START_MS_MAX + rounds * roundMsMax;
}

const SEED_MAX = 2 ** 31;

export type Random = {
  seed: number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
};

/** Returns the dice of a test. The seed is printed; `FAULTS_SEED` rolls the same ones again. */
export function createRandom(name: string): Random {
  const asked = Number(process.env.FAULTS_SEED ?? Number.NaN);
  const seed = Number.isSafeInteger(asked) ? asked : Math.floor(Math.random() * SEED_MAX);
  process.stdout.write(`${name}: FAULTS_SEED=${seed}\n`);
  let state = seed >>> 0;
  const next = () => {
    // mulberry32: small, and good enough to scatter moments.
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { seed, below, pick: (items) => items[below(items.length)] as never, chance: (share) => next() < share };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
