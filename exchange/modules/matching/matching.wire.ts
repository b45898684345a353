import type { AnswerOf } from '../../../lib/protocol/define-call';
import { toIsCs } from '../../../lib/protocol/fields';
import type { BookWire, tradeInfo } from '../../../lib/protocol/markets';
import type { orderDetail } from '../../../lib/protocol/spot';
import { BOOK_LEVELS_MAX, type BookKind, type Mode } from '../../../lib/protocol/wire';
import { formatScaled } from '../../../lib/rules/decimal';
import { type FeeRates, OPEN_ORDERS_MAX, SPOT_SCALE } from '../../../lib/rules/spot';
import type { Clock } from '../../platform/clock';
import type { Tx } from '../../platform/db';
import { type EntryRow, listEntries, toWirePart } from '../ledger/ledger';
import type { OrderBook } from './matching.book';
import type { Caller } from './matching.commands';
import { listLevels, type OrderTable } from './matching.repository';
import type { FillCore } from './matching.rows';
import { formatSteps, formatTicks, type MarketTerms } from './matching.terms';

/** Ledger lines shown of one order. */
const ENTRIES_MAX = 5_000;

/** Returns base units as a decimal. */
export function formatAmount(units: bigint): string {
  return formatScaled(units, SPOT_SCALE);
}

/** Returns the rules of a market as call 24 shows them, with the fees in force. */
export function toRulesWire({ symbol, base, quote, rules }: MarketTerms, fees: FeeRates): AnswerOf<typeof tradeInfo> {
  return {
    market: symbol,
    base,
    quote,
    tick: rules.tickSize,
    step: rules.stepSize,
    min: rules.quantityMin,
    max: rules.quantityMax,
    min_value: rules.minNotional,
    maker: fees.makerFeeRate,
    taker: fees.takerFeeRate,
    price_band: rules.priceBandRate,
    open_max: OPEN_ORDERS_MAX,
  };
}

type BookInput = {
  table: OrderTable<unknown>;
  market: string;
  mode: Mode;
  /** As the protocol names the kind of market; a spot book has no name. */
  type?: BookKind;
  /** The book in memory; undefined in a process that doesn't write the market. */
  entry: { book: Pick<OrderBook, 'levels' | 'sequence'>; terms: MarketTerms } | undefined;
  clock: Clock;
};

/** Returns the best levels of a book, from memory or else from the database. */
export async function readBook(tx: Tx, { table, market, mode, type, entry, clock }: BookInput): Promise<BookWire> {
  const common = { market, is_cs: toIsCs(mode), type, at: clock.now() };
  if (entry === undefined) {
    const read = async (side: 'buy' | 'sell') =>
      (await listLevels(tx, table, { market, mode, side })).map(({ price, quantity }): [string, string] => [price, formatAmount(quantity)]);
    const [bids, asks] = await Promise.all([read('buy'), read('sell')]);
    return { ...common, seq: clock.now(), bids, asks };
  }
  const { book, terms } = entry;
  const side = (name: 'bids' | 'asks') =>
    book
      .levels(name, BOOK_LEVELS_MAX)
      .map(({ price, quantity }): [string, string] => [formatTicks(terms, price), formatSteps(terms, quantity)]);
  return { ...common, seq: book.sequence, bids: side('bids'), asks: side('asks') };
}

type FillOfOrder = FillCore & { journalId: string };
type OrderJournals = {
  product: BookKind;
  references: readonly string[];
  fills: readonly FillOfOrder[];
  journalIds: readonly string[];
};

/** Returns a fill of an order as the protocol shows it; `own` is what only this kind of market says of it. */
export function toFillWire<Own extends object>(fill: FillOfOrder, own: Own) {
  return {
    id: fill.id,
    price: fill.price,
    num: formatAmount(fill.quantity),
    value: formatAmount(fill.value),
    fee: formatAmount(fill.fee),
    ...own,
    liquidity: fill.liquidity,
    time: fill.at,
    journal: fill.journalId,
  };
}

/** What journals of a market's own begin with: orders of both kinds are numbered from one. */
const CODES = { spot: 'SPOT_', perpetual: 'PERPETUAL_' } as const satisfies Record<BookKind, string>;

/** Returns every ledger line that an order caused for its owner, oldest first: of its own journals, by reference or number, and of those of its fills. */
export async function listOrderEntries(
  tx: Tx,
  { userId, mode }: Caller,
  { product, references, fills, journalIds }: OrderJournals,
): Promise<AnswerOf<typeof orderDetail>['entries']> {
  const own = { userId, mode, order: 'oldest', limit: ENTRIES_MAX } as const;
  const entries: EntryRow[] = [];
  for (const reference of references) {
    const found = await listEntries(tx, { ...own, reference });
    entries.push(...found.filter(({ code }) => code.startsWith(CODES[product])));
  }
  const others = [...journalIds, ...fills.map((fill) => fill.journalId)];
  if (others.length > 0) entries.push(...(await listEntries(tx, { ...own, journalIds: others })));
  entries.sort(compareEntries);
  return entries.slice(0, ENTRIES_MAX).map((entry) => ({
    id: entry.id,
    time: entry.at,
    type: entry.code,
    coin: entry.asset,
    amount: formatAmount(entry.amount),
    balance: formatAmount(entry.balance),
    part: toWirePart(entry.part),
    journal: entry.journalId,
  }));
}

/** By journal, then by line; ids are `<journal>.<line>`. */
function compareEntries(a: EntryRow, b: EntryRow): number {
  const byJournal = Number(a.journalId) - Number(b.journalId);
  return byJournal !== 0 ? byJournal : Number(a.id.split('.')[1]) - Number(b.id.split('.')[1]);
}
