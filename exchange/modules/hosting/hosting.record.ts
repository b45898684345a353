import type { z } from 'zod';
import {
  BOOK_DAYS_MAX,
  BOOK_ENTRIES_MAX,
  BOOK_ORDERS_MAX,
  BOOK_POINTS_MAX,
  type hostingBook,
  type hostingDays,
  type hostingEntries,
  type hostingOrders,
} from '../../../lib/protocol/hosting';
import type { Mode } from '../../../lib/protocol/wire';
import { formatScaled, powerOfTen, toScaled } from '../../../lib/rules/decimal';
import { calculateWorth, formatUnitValue, UNIT_SCALE } from '../../../lib/rules/hosting';
import { calculateRecord, changeOf, NO_FIGURES, writeRecord } from '../../../lib/rules/hosting-record';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { findJournals, listOwnJournals, type OwnJournal, readJournals, toLinesWire } from '../ledger/ledger';
import {
  type Book,
  findBook,
  findEntriesOf,
  findFirstPrices,
  listUnitValues,
  listValuations,
  type UnitPoint,
  type ValuationRow,
} from './hosting.books.repository';
import { type Made, splitIncome } from './hosting.income';
import { findOrder, type Leg, listOrders, type OrderRow } from './hosting.orders.repository';
import { PAST_FUNDING_RATE, type PastDay } from './hosting.past';
import { listPast } from './hosting.past.repository';

/** Days whose results the expected range is of: ten years. */
const RANGE_VALUES_MAX = 3_660;
const SCALE = 8;
const CHANGE_SCALE = 6;
const BITCOIN = 'BTC-USDT';

export type OpenBook = {
  book: Book;
  newest: ValuationRow | null;
  before: ValuationRow | null;
  line: UnitPoint[];
  /** Newest first. */
  values: UnitPoint[];
  /** The price of bitcoin that its result counts from: when it was opened, of an older book that of its first valuation. */
  firstBtc: string | null;
  past: PastDay[];
};

/** @throws STAKING_TERM_UNKNOWN for a plan without a book in this mode */
async function requireBook(tx: Tx, about: { plan: number; mode: Mode }): Promise<Book> {
  const book = await findBook(tx, about);
  if (book === null) throw new DomainError('STAKING_TERM_UNKNOWN');
  return book;
}

/** Reads what a book shows of itself; its line has at most `pointsMax` points. @throws STAKING_TERM_UNKNOWN */
export async function readOpenBook(
  tx: Tx,
  { plan, mode, pointsMax = BOOK_POINTS_MAX }: { plan: number; mode: Mode; pointsMax?: number },
): Promise<OpenBook> {
  const book = await requireBook(tx, { plan, mode });
  const [newest = null, before = null] = await listValuations(tx, { book: book.id, limit: 2 });
  const day = newest?.day ?? 0;
  const step = Math.max(1, Math.ceil(day / pointsMax));
  const values = await listUnitValues(tx, { book: book.id, day, step: 1, count: RANGE_VALUES_MAX });
  return {
    book,
    newest,
    before,
    line: step === 1 ? values : await listUnitValues(tx, { book: book.id, day, step, count: pointsMax }),
    values,
    firstBtc: book.beside[BITCOIN] ?? (await findFirstPrices(tx, book.id))?.[BITCOIN] ?? null,
    past: await listPast(tx, book.id),
  };
}

const show = (units: bigint) => fromUnits(units, SCALE);
/** Nothing where it wasn't written down. */
const showMade = (made: Made | null) =>
  made === null
    ? {}
    : { made: { trading: show(made.trading), funding: show(made.funding), fees: show(made.fees), result: show(made.result) } };

export function toBookWire({ book, newest, before, line, values, firstBtc, past }: OpenBook): z.infer<typeof hostingBook.answer> {
  return {
    plan: String(book.plan),
    state: book.state,
    since: book.openedAt,
    next: book.nextAt,
    rules: book.terms.rules,
    newest: newest === null ? null : toDayWire(newest, before),
    stopping: book.stoppingAt,
    stopped: book.stoppedAt,
    ...showMade(newest === null ? null : splitIncome(null, newest)),
    high: formatUnitValue(newest !== null && newest.unitValue > book.high ? newest.unitValue : book.high),
    house: newest === null ? '0' : show(calculateWorth(book.houseUnits, newest)),
    fees: show(newest === null ? 0n : newest.feesBefore + newest.fees),
    record: {
      ...writeRecord(
        newest === null ? NO_FIGURES : { ...newest, days: newest.day, high: book.high },
        values.map(({ unitValue }) => unitValue).reverse(),
      ),
      btc: compareBitcoin(firstBtc, newest?.beside[BITCOIN]),
    },
    past: past.length === 0 ? null : toPastWire(past, book.pastBtc ?? past[0]?.btc ?? null),
    line: line.map(({ at, unitValue, btc }) => ({
      at,
      unit: formatUnitValue(unitValue),
      btc: growBitcoin(firstBtc, btc),
    })),
  };
}

/** `before` is the day before it, null for the first: a unit began at one. */
function toDayWire(row: ValuationRow, before: ValuationRow | null): z.infer<typeof hostingDays.answer>['days'][number] {
  const { day, at, unitValue, units, value, parts, joined, paid, fees, returned } = row;
  return {
    day,
    at,
    unit: formatUnitValue(unitValue),
    units: fromUnits(units, UNIT_SCALE),
    change: formatScaled(
      changeOf(before?.unitValue ?? NO_FIGURES.unitValue, unitValue) / powerOfTen(UNIT_SCALE - CHANGE_SCALE),
      CHANGE_SCALE,
    ),
    value: show(value),
    cash: parts.cash,
    margin: parts.margin,
    coins: parts.coins.map(({ asset, quantity, index, value: worth }) => ({ coin: asset, num: quantity, index, value: worth })),
    open: parts.positions.map(({ quantity, ...open }) => ({ ...open, num: quantity })),
    ...showMade(splitIncome(before, row)),
    joined: show(joined),
    paid: show(paid),
    fees: show(fees),
    returned: show(returned),
  };
}

/** Reads days of a book from before one of them (null: from the newest on), newest first. @throws STAKING_TERM_UNKNOWN */
export async function readBookDays(
  tx: Tx,
  { plan, mode, before }: { plan: number; mode: Mode; before: number | null },
): Promise<z.infer<typeof hostingDays.answer>> {
  const book = await requireBook(tx, { plan, mode });
  const rows = await listValuations(tx, { book: book.id, before, limit: BOOK_DAYS_MAX + 1 });
  const days = rows.slice(0, BOOK_DAYS_MAX);
  const last = days.at(-1);
  return {
    days: days.map((row, index) => toDayWire(row, rows[index + 1] ?? null)),
    next: rows.length > days.length && last !== undefined ? String(last.day) : null,
  };
}

export type ListFills = Record<Leg, (tx: Tx, orderId: string) => Promise<readonly { journalId: string }[]>>;
type EntriesAsked = { plan: number; mode: Mode; order: string | null; day: number | null; before: string | null };
/** What an order itself books, beside its fills. */
const ORDER_CODES: Record<Leg, readonly string[]> = {
  spot: ['SPOT_HOLD', 'SPOT_RELEASE'],
  perpetual: ['PERPETUAL_HOLD', 'PERPETUAL_RELEASE'],
};

/**
 * Reads journals of a book's account, newest first: all, those of one of its orders, or those that led from the day before to a day. What an order
 * of another book booked, is no entry of this one. @throws STAKING_TERM_UNKNOWN
 */
export async function readBookEntries(
  tx: Tx,
  { plan, mode, order, day, before }: EntriesAsked,
  listFills: ListFills,
): Promise<z.infer<typeof hostingEntries.answer>> {
  const book = await requireBook(tx, { plan, mode });
  const owner = { userId: book.userId, mode, feeNames: new Map<string, string>() };
  if (order !== null) {
    const ids = (await listJournalsOfOrder(tx, { book: book.id, id: order }, listFills)).filter(
      (id) => before === null || BigInt(id) < BigInt(before),
    );
    const page = ids.slice(0, BOOK_ENTRIES_MAX);
    return { rows: (await readJournals(tx, owner, page)).map(toEntryWire), next: ids.length > page.length ? (page.at(-1) ?? null) : null };
  }
  const { after, upTo } = day === null ? { after: '0', upTo: null } : await findEntriesOf(tx, { book: book.id, day });
  const from = before ?? (upTo === null ? null : String(BigInt(upTo) + 1n));
  const { rows, next } = await listOwnJournals(tx, {
    ...owner,
    from: null,
    to: null,
    before: from,
    after,
    asset: null,
    codes: null,
    limit: BOOK_ENTRIES_MAX,
  });
  return { rows: rows.map(toEntryWire), next };
}

/** Newest first. */
async function listJournalsOfOrder(tx: Tx, about: { book: string; id: string }, listFills: ListFills): Promise<string[]> {
  const order = await findOrder(tx, about);
  if (order === null || order.orderId === null) return [];
  const fills = await listFills[order.leg](tx, order.orderId);
  const own = await findJournals(tx, { codes: ORDER_CODES[order.leg], reference: `order:${order.orderId}` });
  const ids = new Set([...own, ...fills.map(({ journalId }) => journalId)]);
  return [...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1));
}

const toEntryWire = ({ id, at, code, entries }: OwnJournal) => ({ journal: id, time: at, type: code, lines: toLinesWire(entries) });

/** Reads orders of a book from before one of them (null: from the newest on), newest first. @throws STAKING_TERM_UNKNOWN */
export async function readBookOrders(
  tx: Tx,
  { plan, mode, before }: { plan: number; mode: Mode; before: string | null },
): Promise<z.infer<typeof hostingOrders.answer>> {
  const book = await requireBook(tx, { plan, mode });
  const rows = await listOrders(tx, { book: book.id, before, limit: BOOK_ORDERS_MAX + 1 });
  const orders = rows.slice(0, BOOK_ORDERS_MAX);
  return { orders: orders.map(toOrderWire), next: rows.length > orders.length ? (orders.at(-1)?.id ?? null) : null };
}

function toOrderWire({ id, askedAt, leg, market, side, quantity, price, reason, outcome }: OrderRow) {
  return { id, at: askedAt, leg, market, side, num: quantity, price, reason, state: outcome ?? ('open' as const) };
}

/** The simulated past stands by itself: its days are no live days, and no expected range is made of them. */
function toPastWire(past: readonly PastDay[], firstBtc: string | null): NonNullable<z.infer<typeof hostingBook.answer>['past']> {
  const newest = [...past].reverse();
  const { range: _range, ...record } = calculateRecord(past.map(({ unitValue }) => unitValue));
  return {
    funding: show(PAST_FUNDING_RATE),
    record: { ...record, btc: compareBitcoin(firstBtc, past.at(-1)?.btc) },
    days: newest.map(({ at, unitValue, btc }) => ({ at, unit: formatUnitValue(unitValue), btc: growBitcoin(firstBtc, btc) })),
  };
}

/** What one USDT is worth that was put into bitcoin at a first price, at another. */
function growBitcoin(first: string | null | undefined, price: string | null): string | null {
  const [from, to] = [toScaled(first ?? '', SCALE), toScaled(price ?? '', SCALE)];
  return from === null || to === null || from === 0n ? null : formatScaled((to * 1_000_000n) / from, 6);
}

/** What bitcoin made of the same money from the price of the first day to that of the last, as a fraction; null where one is missing. */
function compareBitcoin(first: string | null | undefined, last: string | null | undefined): string | null {
  const [from, to] = [toScaled(first ?? '', SCALE), toScaled(last ?? '', SCALE)];
  return from === null || to === null || from === 0n ? null : formatScaled(((to - from) * 1_000_000n) / from, 6);
}
