import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { calculateNearPrice } from './alerts.math';
import type { Alert, Direction } from './alerts.repository';

type Owner = { userId: string; mode: Mode };
export type Place = Owner & { market: string };
type MarkPrice = { side: 'long' | 'short'; price: string };
/** What alerts are about, as other modules know it: one statement each, however many are asked for; answers in the order of the questions. */
export type AlertSubjects = {
  /** The liquidation prices (mark price, decimal) of open positions; null: there is none, or no price does it. */
  findLiquidations(tx: Tx, of: readonly Place[]): Promise<(MarkPrice | null)[]>;
  /** The mark prices at which their people are warned of the margin. */
  findWarnings(tx: Tx, of: readonly Place[]): Promise<(MarkPrice | null)[]>;
  /** Where positions are open above `after`, in their order. */
  listOpen(tx: Tx, input: { after: Place | null; limit: number }): Promise<Place[]>;
  /** When open loans are due, and when running staking positions end, in ms; null: it isn't theirs, or over. */
  findLoanDues(tx: Tx, of: readonly (Owner & { id: string })[]): Promise<(number | null)[]>;
  findTermEnds(tx: Tx, of: readonly (Owner & { id: string })[]): Promise<(number | null)[]>;
};

const HOUR_MS = 3_600_000;

/** What an alert waits for. */
export type Wait = { direction: Direction; threshold: string };
type About = Pick<Alert, 'userId' | 'mode' | 'kind' | 'subject' | 'level'>;
type LookedAt = 'liquidation' | 'margin' | 'loan' | 'term';
type Finder = (tx: Tx, subjects: AlertSubjects, about: readonly About[]) => Promise<(Wait | null)[]>;

const toPlaces = (about: readonly About[]): Place[] => about.map(({ userId, mode, subject }) => ({ userId, mode, market: subject }));
const toOwned = (about: readonly About[]) => about.map(({ userId, mode, subject }) => ({ userId, mode, id: subject }));
const toDirection = (side: MarkPrice['side']): Direction => (side === 'long' ? 'down' : 'up');
const toEnd = (about: readonly About[], ends: readonly (number | null)[]) =>
  ends.map((end, n): Wait | null =>
    end === null ? null : { direction: 'up', threshold: String(end - Number(about[n]?.level) * HOUR_MS) },
  );

const FINDERS: Record<LookedAt, Finder> = {
  liquidation: async (tx, subjects, about) =>
    (await subjects.findLiquidations(tx, toPlaces(about))).map((position, n) => {
      if (position === null) return null;
      const { side, price } = position;
      const threshold = calculateNearPrice({ liquidation: price, side, percent: about[n]?.level as string });
      return { direction: toDirection(side), threshold };
    }),
  margin: async (tx, subjects, about) =>
    (await subjects.findWarnings(tx, toPlaces(about))).map((position) =>
      position === null ? null : { direction: toDirection(position.side), threshold: position.price },
    ),
  loan: async (tx, subjects, about) => toEnd(about, await subjects.findLoanDues(tx, toOwned(about))),
  term: async (tx, subjects, about) => toEnd(about, await subjects.findTermEnds(tx, toOwned(about))),
};
const LOOKED_AT = Object.keys(FINDERS) as LookedAt[];

/** Whether an alert's threshold was right when it was stored alone: it is looked at again before the alert comes. */
export function isLookedAt(kind: Alert['kind']): boolean {
  return (LOOKED_AT as readonly string[]).includes(kind);
}

/**
 * Returns what alerts of positions, loans and terms wait for as things are now, in their order; null: there is nothing to wait for. One statement
 * for each kind that is among them; null for kinds that aren't looked at.
 */
export async function findWaits(tx: Tx, subjects: AlertSubjects, about: readonly About[]): Promise<(Wait | null)[]> {
  const waits: (Wait | null)[] = about.map(() => null);
  for (const kind of LOOKED_AT) {
    const places = about.flatMap((one, n) => (one.kind === kind ? [n] : []));
    if (places.length === 0) continue;
    const asked = places.map((n) => about[n] as About);
    for (const [n, wait] of (await FINDERS[kind](tx, subjects, asked)).entries()) waits[places[n] as number] = wait;
  }
  return waits;
}
