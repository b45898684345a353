import { calculateIncome, calculateLeaving, calculateUnits, calculateUnitsTaken, calculateWorth } from '../../../lib/rules/hosting';
import type { Tx } from '../../platform/db';
import type { NewEvent } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { captureHolds, type Journal, postJournals, releaseHolds, takeTurns } from '../ledger/ledger';
import { addToValuation, type Book, type Moved, updateBook, type Valuation } from './hosting.books.repository';
import { toCredited, toEnded, toEndsSoon, toValued } from './hosting.events';
import { availableOf, keyOf, type Settled, toJournals } from './hosting.postings';
import { type DayLine, insertDays, lockUnsettled, type Position, updatePositions } from './hosting.positions.repository';

/** Positions of one transaction: each has up to two journals and a handful of rows. */
export const CHUNK_POSITIONS = 200;

type Facts = Pick<Valuation, 'value' | 'units' | 'day' | 'dueAt' | 'at'> & { isClosing: boolean };
export type Step = {
  after: Position;
  /** Units that came into the book, below zero what left it. */
  units: bigint;
  line: DayLine | null;
  settled: Settled;
  hold: 'join' | 'release' | null;
  events: NewEvent[];
};

const NOTHING: Settled = { gain: 0n, fee: 0n, returned: 0n };

/** Does one valuation of one position: joins, pays the day's income, or buys the units back. */
export function settlePosition(position: Position, facts: Facts): Step {
  return position.state === 'pending' ? joinBook(position, facts) : passDay(position, facts);
}

function joinBook(position: Position, facts: Facts): Step {
  const { day, dueAt, at, isClosing } = facts;
  if (isClosing) {
    const after: Position = { ...position, state: 'cancelled', settledDay: day, returned: position.principal, endedAt: at };
    return { after, units: 0n, line: null, settled: NOTHING, hold: 'release', events: [toEnded(after, at)] };
  }
  const units = calculateUnits(position.principal, facts);
  const after: Position = {
    ...position,
    state: 'running',
    units,
    // What the rounding of units takes is the first day's.
    worth: position.principal,
    settledDay: day,
    begunAt: dueAt,
    endsAt: dueAt + position.days * position.dayMs,
  };
  return { after, units, line: null, settled: NOTHING, hold: 'join', events: [toValued(after, at)] };
}

function passDay(position: Position, facts: Facts): Step {
  const { day, dueAt, at } = facts;
  const worth = calculateWorth(position.units, facts);
  const { gain, fee, paid } = calculateIncome({ ...position, worth });
  const income = worth - fee - position.worth;
  const sums = { dayIncome: income, income: position.income + income, paid: position.paid + paid, fees: position.fees + fee };
  const passed = { ...position, ...sums, settledDay: day };
  const over = findEnd(position, facts);
  const toLine = (left: bigint): DayLine => ({ position: position.id, day, at, income, fee, paid, worth: left });
  const credited = paid > 0n ? [toCredited(passed, { paid, fee, at })] : [];
  if (over === null) {
    // At most all of them: a gain is never above what they are worth.
    const units = position.units - calculateUnitsTaken(gain, facts);
    const after: Position = { ...passed, units, worth: worth - gain };
    const isLast = (position.endsAt ?? 0) - dueAt === position.dayMs;
    const told = credited.length > 0 ? credited : [toValued(after, at)];
    const events = isLast ? [...told, toEndsSoon(after, at)] : told;
    const settled = { gain, fee, returned: 0n };
    return { after, units: units - position.units, line: toLine(after.worth), settled, hold: null, events };
  }
  const leaving = calculateLeaving({ ...position, worth, exitRate: over === 'redeemed' ? position.exitRate : 0n });
  const returned = leaving.returned - paid;
  const after: Position = { ...passed, units: 0n, worth: 0n, returned, exitCost: leaving.cost, state: over, endedAt: at };
  const settled = { gain, fee, returned };
  return { after, units: -position.units, line: toLine(0n), settled, hold: null, events: [...credited, toEnded(after, at)] };
}

/**
 * Says how a position is over with a valuation, by what was so when that began; null: it goes on. A leave that was asked for since then is none of this
 * valuation: nobody knew of it when its cash was counted, and whoever asks knows the price.
 */
function findEnd({ endsAt, leaveDay }: Position, { isClosing, dueAt, day }: Facts): 'stopped' | 'ended' | 'redeemed' | null {
  if (isClosing) return 'stopped';
  if (dueAt >= (endsAt ?? 0)) return 'ended';
  return leaveDay !== null && leaveDay <= day ? 'redeemed' : null;
}

/**
 * Settles a chunk of a book's positions at its newest valuation and moves the book on. Returns the book as it is then; `missing` is the cash without
 * which nothing of the chunk was done: what was counted when the price was struck may have gone since, as funding.
 */
export async function settleChunk(
  tx: Tx,
  { book, facts, limit }: { book: Book; facts: Facts; limit: number },
): Promise<{ book: Book; count: number; missing: bigint }> {
  const positions = await lockUnsettled(tx, { book: book.id, day: facts.day, limit });
  const steps = positions.map((position) => settlePosition(position, facts));
  if (steps.length === 0) return { book, count: 0, missing: 0n };
  const missing = await findMissing(tx, book, sumMoved(steps));
  if (missing > 0n) return { book, count: 0, missing };
  const journals = steps.flatMap(({ after, settled }) => toJournals(after, book, settled, facts.at));
  await move(tx, { book, steps, journals, at: facts.at });
  await updatePositions(
    tx,
    steps.map(({ after }) => after),
  );
  await insertDays(
    tx,
    steps.flatMap(({ line }) => line ?? []),
  );
  await addToValuation(tx, { book: book.id, day: facts.day }, sumMoved(steps));
  const after = { ...book, cashNeeded: 0n, units: steps.reduce((sum, { units }) => sum + units, book.units) };
  await updateBook(tx, after);
  await appendEvents(
    tx,
    steps.flatMap(({ events }) => events),
  );
  return { book: after, count: steps.length, missing: 0n };
}

/** Returns what a chunk has to pay if the book can't, zero if it can. */
async function findMissing(tx: Tx, book: Book, { joined, paid, fees, returned }: Moved): Promise<bigint> {
  const address = availableOf(book);
  const cash = (await takeTurns(tx, [address])).get(address) ?? 0n;
  const needed = paid + fees + returned - joined;
  return needed > cash ? needed : 0n;
}

/** Posts everything of a chunk at once. Pending amounts are all joined or all released, for a book closes as a whole. */
async function move(tx: Tx, { book, steps, journals, at }: { book: Book; steps: readonly Step[]; journals: Journal[]; at: number }) {
  const joining = steps.filter(({ hold }) => hold === 'join').map(({ after }) => after);
  const released = steps.filter(({ hold }) => hold === 'release').map(({ after }) => keyOf(after));
  const captures = joining.map((position) => ({
    ...keyOf(position),
    code: 'HOSTING_JOIN',
    to: [{ address: availableOf(book), amount: position.principal }],
  }));
  if (captures.length > 0) await captureHolds(tx, captures, { at, journals });
  else if (released.length > 0) await releaseHolds(tx, released, { at, journals });
  else await postJournals(tx, journals);
}

function sumMoved(steps: readonly Step[]): Moved {
  const moved = { joined: 0n, paid: 0n, fees: 0n, returned: 0n };
  for (const { after, settled, hold } of steps) {
    if (hold === 'join') moved.joined += after.principal;
    moved.paid += settled.gain - settled.fee;
    moved.fees += settled.fee;
    moved.returned += settled.returned;
  }
  return moved;
}
