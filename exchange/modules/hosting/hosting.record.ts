import type { z } from 'zod';
import { BOOK_ORDERS_MAX, type hostingBook, type hostingOrders } from '../../../lib/protocol/hosting';
import type { Mode } from '../../../lib/protocol/wire';
import { formatScaled, toScaled } from '../../../lib/rules/decimal';
import { calculateWorth, formatUnitValue } from '../../../lib/rules/hosting';
import { calculateRecord, NO_FIGURES, writeRecord } from '../../../lib/rules/hosting-record';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { PAST_FUNDING_RATE, type PastDay } from './hosting.past';
import { listPast } from './hosting.past.repository';
import { type Book, findBook, findFirstPrices, listValuations, type ValuationRow } from './hosting.books.repository';
import { listOrders, type OrderRow } from './hosting.orders.repository';

/** What the open book shows: more than a year of days. */
const DAYS_MAX = 400;
const SCALE = 8;
const BITCOIN = 'BTC-USDT';

export type OpenBook = {
  book: Book;
  days: ValuationRow[];
  firstPrices: Record<string, string> | null;
  past: PastDay[];
};

/** Reads what a book shows of itself, with its newest `daysMax` days. @throws STAKING_TERM_UNKNOWN */
export async function readOpenBook(
  tx: Tx,
  { plan, mode, daysMax = DAYS_MAX }: { plan: number; mode: Mode; daysMax?: number },
): Promise<OpenBook> {
  const book = await findBook(tx, { plan, mode });
  if (book === null) throw new DomainError('STAKING_TERM_UNKNOWN');
  return {
    book,
    days: await listValuations(tx, { book: book.id, limit: daysMax }),
    firstPrices: await findFirstPrices(tx, book.id),
    past: await listPast(tx, book.id),
  };
}

const show = (units: bigint) => fromUnits(units, SCALE);

export function toBookWire({ book, days, firstPrices, past }: OpenBook): z.infer<typeof hostingBook.answer> {
  const [newest] = days;
  const parts = newest?.parts ?? { cash: '0', margin: '0', coins: [], positions: [] };
  return {
    plan: String(book.plan),
    state: book.state,
    since: book.openedAt,
    next: book.nextAt,
    cash: parts.cash,
    margin: parts.margin,
    coins: parts.coins.map(({ asset, quantity, value }) => ({ coin: asset, num: quantity, value })),
    open: parts.positions.map(({ market, quantity, result }) => ({ market, num: quantity, result })),
    house: newest === undefined ? '0' : show(calculateWorth(book.houseUnits, newest)),
    fees: show(newest === undefined ? 0n : newest.feesBefore + newest.fees),
    record: {
      ...writeRecord(
        newest === undefined ? NO_FIGURES : { ...newest, days: newest.day, high: book.high },
        days.map(({ unitValue }) => unitValue).reverse(),
      ),
      btc: compareBitcoin(firstPrices?.[BITCOIN], newest?.beside[BITCOIN]),
    },
    past: past.length === 0 ? null : toPastWire(past),
    days: days.map(({ day, at, unitValue, value, paid, fees, beside }) => ({
      day,
      at,
      unit: formatUnitValue(unitValue),
      value: show(value),
      paid: show(paid),
      fees: show(fees),
      btc: beside[BITCOIN] ?? null,
    })),
  };
}

/** Reads orders of a book from before one of them (null: from the newest on), newest first. @throws STAKING_TERM_UNKNOWN */
export async function readBookOrders(
  tx: Tx,
  { plan, mode, before }: { plan: number; mode: Mode; before: string | null },
): Promise<z.infer<typeof hostingOrders.answer>> {
  const book = await findBook(tx, { plan, mode });
  if (book === null) throw new DomainError('STAKING_TERM_UNKNOWN');
  const rows = await listOrders(tx, { book: book.id, before, limit: BOOK_ORDERS_MAX + 1 });
  const orders = rows.slice(0, BOOK_ORDERS_MAX);
  return { orders: orders.map(toOrderWire), next: rows.length > orders.length ? (orders.at(-1)?.id ?? null) : null };
}

function toOrderWire({ id, askedAt, leg, market, side, quantity, price, reason, outcome }: OrderRow) {
  return { id, at: askedAt, leg, market, side, num: quantity, price, reason, state: outcome ?? ('open' as const) };
}

/** The simulated past stands by itself: its days are no live days, and no expected range is made of them. */
function toPastWire(past: readonly PastDay[]): NonNullable<z.infer<typeof hostingBook.answer>['past']> {
  const newest = [...past].reverse();
  const { range: _range, ...record } = calculateRecord(past.map(({ unitValue }) => unitValue));
  return {
    funding: show(PAST_FUNDING_RATE),
    record: { ...record, btc: compareBitcoin(past[0]?.btc, past.at(-1)?.btc) },
    days: newest.map(({ at, unitValue }) => ({ at, unit: formatUnitValue(unitValue) })),
  };
}

/** What bitcoin made of the same money from the price of the first day to that of the last, as a fraction; null where one is missing. */
function compareBitcoin(first: string | null | undefined, last: string | null | undefined): string | null {
  const [from, to] = [toScaled(first ?? '', SCALE), toScaled(last ?? '', SCALE)];
  return from === null || to === null || from === 0n ? null : formatScaled(((to - from) * 1_000_000n) / from, 6);
}
