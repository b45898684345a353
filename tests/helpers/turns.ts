/** `FAULTS=long` chooses the long form of tests: `npm run test:faults`, `npm run test:screens`. */
export const IS_LONG = process.env.FAULTS === 'long';

/**
 * Returns what of `items` is due at a turn. Where each of one list would meet each of another, the short form takes every `share`-th of them, others at
 * the next turn, so that all of both lists come up; the long form takes all.
 */
export function takeShare<T>(items: readonly T[], turn: number, share: number): readonly T[] {
  return IS_LONG ? items : items.filter((_, index) => (index + turn) % share === 0);
}
