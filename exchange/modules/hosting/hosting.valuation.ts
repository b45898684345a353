import { calculateUnitValue, calculateUnits, isBelowStop, toFraction } from '../../../lib/rules/hosting';
import { addDay, NO_FIGURES } from '../../../lib/rules/hosting-record';
import { type Mode, MODES } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { RetryTransaction, type Tx } from '../../platform/db';
import { toUnits } from '../../platform/decimal';
import { openServiceAccount } from '../accounts/accounts';
import { findNewestJournal, getAccountBalances, postJournals } from '../ledger/ledger';
import type { HostingPlan } from '../registry/registry';
import {
  type Book,
  findBook,
  insertBook,
  insertValuation,
  listValuations,
  lockBook,
  setFirstPrices,
  updateBook,
  type ValuationRow,
} from './hosting.books.repository';
import { type SumTakerFees, sumIncome } from './hosting.income';
import { countOpenOrders } from './hosting.orders.repository';
import { availableOf, poolOf, toSeed, toWindingUp } from './hosting.postings';
import { noteLeaving, sumOwed } from './hosting.positions.repository';
import { CHUNK_POSITIONS, settleChunk } from './hosting.settlement';
import { type Marks, type ReadOpenPositions, readWorth } from './hosting.worth';

const SCALE = 8;
/** USDT: coins that are worth so much can be sold in every market, less may be below its smallest order. */
const DUST = 10n * 10n ** 8n;
/** What a holder might have had instead. */
const BESIDE = ['BTC-USDT'] as const;

export type ValuationDeps = { readOpenPositions: ReadOpenPositions; readMarks(mode: Mode): Marks; sumTakerFees: SumTakerFees };
/** `worked`: there may be more; `waits` says what a valuation waits for; `idle`: nothing is due. */
export type Progress = {
  kind: 'worked' | 'idle' | 'waits';
  why?: 'orders' | 'prices' | 'cash' | 'unwinding';
  /** It began to be wound up, since it lost what its rules allow. */
  hasStopped?: true;
};

const idle: Progress = { kind: 'idle' };
const waits = (why: NonNullable<Progress['why']>): Progress => ({ kind: 'waits', why });

/** Returns the first time after `now` (ms) on which a plan's books are valued: whole days since 1970. */
export function nextValuation(now: number, { dayMs }: Pick<HostingPlan, 'dayMs'>): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** Opens the book of a plan with the house's own money, once; false while the house's pool can't spare it. */
export async function openBook(tx: Tx, { plan, mode, at }: { plan: HostingPlan; mode: Mode; at: number }): Promise<boolean> {
  if ((await findBook(tx, { plan: plan.id, mode })) !== null) return true;
  const seed = toUnits(plan.seed, SCALE);
  const address = poolOf(mode);
  if (((await getAccountBalances(tx, [address])).get(address) ?? 0n) < seed) return false;
  const userId = await openServiceAccount(tx, { username: `hosting-${plan.id}-${mode}`, at });
  const units = calculateUnits(seed, { value: 0n, units: 0n });
  const high = calculateUnitValue({ value: seed, units });
  await insertBook(tx, {
    plan: plan.id,
    mode,
    userId,
    terms: plan,
    houseUnits: units,
    units,
    high,
    openedAt: at,
    nextAt: nextValuation(at, plan),
  });
  await postJournals(tx, [toSeed({ userId, mode, plan: plan.id }, seed, at)]);
  return true;
}

const listBeside = (marks: Marks): Record<string, string> =>
  Object.fromEntries(BESIDE.flatMap((market) => (marks.get(market) ? [[market, marks.get(market)?.index ?? '']] : [])));

/** Keeps the fresh prices of what a holder might have had instead with each book that was opened and has none yet: its result counts from there. */
export async function noteFirstPrices(tx: Tx, readMarks: ValuationDeps['readMarks']): Promise<void> {
  for (const mode of MODES) {
    const fresh = new Map([...readMarks(mode)].filter(([, { isFresh }]) => isFresh));
    const beside = listBeside(fresh);
    if (Object.keys(beside).length > 0) await setFirstPrices(tx, { mode, beside });
  }
}

/** Raises the alarm of a book that began to be wound up. */
export function tellStopped(metrics: Platform['metrics'], { id }: Pick<Book, 'id'>): void {
  metrics.alarm('hosting_stopped', { book: id }, 'a hosting book lost what its rules allow and is unwound');
}

/** Does the next chunk of what is due of a book: values it, settles positions, ends a valuation, winds a stopped book up. */
export async function valueBook(
  tx: Tx,
  { id, at, limit = CHUNK_POSITIONS }: { id: string; at: number; limit?: number },
  deps: ValuationDeps,
): Promise<Progress> {
  const book = await lockBook(tx, id);
  if (book.state === 'stopped') return idle;
  if (!book.isSettling) return beginValuation(tx, { book, at }, deps);
  const [valuation] = await listValuations(tx, { book: id, limit: 1 });
  if (valuation === undefined) throw new Error(`book ${id} settles a valuation that there is not`);
  const facts = { ...valuation, isClosing: book.state === 'stopping' };
  const piece = await settleChunk(tx, { book, facts, limit });
  if (piece.missing > 0n) {
    // What was struck stays; the book sells for what is missing.
    if (piece.missing !== book.cashNeeded) await updateBook(tx, { ...book, cashNeeded: piece.missing });
    return waits('cash');
  }
  if (piece.count > 0) return { kind: 'worked' };
  await endValuation(tx, book, valuation.unitValue, at);
  return { kind: 'worked' };
}

async function beginValuation(
  tx: Tx,
  { book, at }: { book: Book; at: number },
  { readMarks, readOpenPositions, sumTakerFees }: ValuationDeps,
): Promise<Progress> {
  const { terms: plan } = book;
  if (book.state === 'live' && (book.nextAt ?? Number.POSITIVE_INFINITY) > at) return idle;
  if ((await countOpenOrders(tx, book.id)) > 0) return waits('orders');
  const marks = readMarks(book.mode);
  const entriesTo = await findNewestJournal(tx, book);
  const worth = await readWorth(tx, { owner: book, marks, readOpenPositions });
  if (worth === null) return waits('prices');
  // The parts are those of the entries up to this one, no more and no less.
  if ((await findNewestJournal(tx, book)) !== entriesTo) throw new RetryTransaction('an entry of the book came while it was valued');
  const { value, cash, parts, positions } = worth;
  const unitValue = calculateUnitValue({ value, units: book.units });
  const stopRate = toFraction(plan.rules.stopRate);
  const isStopping = book.state === 'stopping' || isBelowStop({ unitValue, high: book.high, stopRate });
  // Coins that are too few to be sold stay behind: they are the house's, whose units are worth more.
  const isFlat = positions.length === 0 && parts.coins.every((coin) => toUnits(coin.value, SCALE) < DUST);
  if (isStopping && !isFlat) {
    if (book.state === 'live') await updateBook(tx, { ...book, state: 'stopping', stoppingAt: at });
    return { ...waits('unwinding'), ...(book.state === 'live' && { hasStopped: true }) };
  }
  const dueAt = isStopping ? at : Math.floor(at / plan.dayMs) * plan.dayMs;
  const owed = await sumOwed(tx, { book: book.id, value, units: book.units, dueAt, isClosing: isStopping });
  if (owed > cash) {
    if (owed !== book.cashNeeded) await updateBook(tx, { ...book, cashNeeded: owed });
    return waits('cash');
  }
  const beside = listBeside(marks);
  const day = book.day + 1;
  const [before = null] = await listValuations(tx, { book: book.id, limit: 1 });
  const figures = addFigures(before, { high: book.high, unitValue });
  const income = await sumIncome(tx, { book, upTo: entriesTo, before }, sumTakerFees);
  await insertValuation(tx, {
    book: book.id,
    day,
    dueAt,
    at,
    value,
    units: book.units,
    unitValue,
    parts,
    beside,
    ...figures,
    entriesTo,
    income,
  });
  await noteLeaving(tx, { book: book.id, day });
  const state = isStopping ? 'stopping' : book.state;
  const stoppingAt = isStopping ? (book.stoppingAt ?? at) : null;
  await updateBook(tx, { ...book, state, stoppingAt, day, isSettling: true, cashNeeded: 0n, nextAt: nextValuation(at, plan) });
  return { kind: 'worked', ...(isStopping && book.state === 'live' && { hasStopped: true }) };
}

/** What the day adds to all before it, so that nobody has to read them all. */
function addFigures(last: ValuationRow | null, { high, unitValue }: { high: bigint; unitValue: bigint }) {
  const before = last === null ? NO_FIGURES : { ...last, days: last.day, high };
  const { losingDays, worst, fall } = addDay(before, unitValue);
  return { losingDays, worst, fall, feesBefore: last === null ? 0n : last.feesBefore + last.fees };
}

/** With the last position of a stopped book the house takes back what is its own. */
async function endValuation(tx: Tx, book: Book, unitValue: bigint, at: number): Promise<void> {
  const high = unitValue > book.high ? unitValue : book.high;
  if (book.state !== 'stopping') return updateBook(tx, { ...book, isSettling: false, high });
  const address = availableOf(book);
  const left = (await getAccountBalances(tx, [address])).get(address) ?? 0n;
  await updateBook(tx, { ...book, isSettling: false, high, state: 'stopped', units: 0n, houseUnits: 0n, nextAt: null, stoppedAt: at });
  if (left > 0n) await postJournals(tx, [toWindingUp(book, left, at)]);
}
