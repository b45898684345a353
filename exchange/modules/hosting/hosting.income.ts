import type { Tx } from '../../platform/db';
import { sumOwnCodes } from '../ledger/ledger';
import type { Book, BookIncome, Valuation } from './hosting.books.repository';
import { type Leg, listMarketOrders } from './hosting.orders.repository';
import { HOSTING_ASSET, HOSTING_CODES } from './hosting.postings';

/** Fees in base units of USDT that orders paid as takers in the journals after one up to another; what was kept in a coin at the price of its fill. */
export type SumTakerFees = Record<Leg, (tx: Tx, of: { orders: readonly string[]; after: string; upTo: string }) => Promise<bigint>>;

const FUNDING = 'PERPETUAL_FUNDING';
/** Before the first journal. */
const FIRST = '0';
/** Clocks of processes differ, and the orders of a look are asked for one after another. */
const CLOCKS_MS = 86_400_000;
/** Orders that one statement sums the fees of. */
const ORDERS_MAX = 1_000;
const LEGS = ['spot', 'perpetual'] as const;

/** Returns what all entries of a book up to one come to; `before` is the newest valuation so far, from which it is counted on where it has the same. */
export async function sumIncome(
  tx: Tx,
  { book, upTo, before }: { book: Pick<Book, 'id' | 'userId' | 'mode'>; upTo: string; before: Valuation | null },
  sumTakerFees: SumTakerFees,
  { ordersMax = ORDERS_MAX, pieceMax }: { ordersMax?: number; pieceMax?: number | undefined } = {},
): Promise<BookIncome> {
  const known = before === null || before.income === null || before.entriesTo === null ? null : { ...before.income, ...before };
  const after = known?.entriesTo ?? FIRST;
  const sums = await sumOwnCodes(tx, {
    ...book,
    asset: HOSTING_ASSET,
    codes: [FUNDING, ...Object.keys(HOSTING_CODES)],
    after,
    upTo,
    pieceMax,
  });
  const funding = sums.get(FUNDING) ?? 0n;
  const putIn = [...sums.values()].reduce((sum, amount) => sum + amount, 0n) - funding;
  let tradeFees = 0n;
  for (const leg of LEGS) {
    const since = known === null ? 0 : known.at - CLOCKS_MS;
    for (let last = FIRST, isMore = true; isMore; ) {
      const piece = await listMarketOrders(tx, { book: book.id, leg, since, after: last, limit: ordersMax });
      if (piece.length > 0) tradeFees += await sumTakerFees[leg](tx, { orders: piece.map(({ order }) => order), after, upTo });
      isMore = piece.length === ordersMax;
      last = piece.at(-1)?.id ?? last;
    }
  }
  return {
    putIn: (known?.putIn ?? 0n) + putIn,
    funding: (known?.funding ?? 0n) + funding,
    tradeFees: (known?.tradeFees ?? 0n) + tradeFees,
  };
}

/** What a book made, in base units of USDT: `trading` is what prices made of coins and shorts, `result` all together. */
export type Made = { trading: bigint; funding: bigint; fees: bigint; result: bigint };

/**
 * Returns what a book made from one valuation (null: from its beginning) to another; null where one of them doesn't say. What it is worth beyond what was put in, is
 * its result; what of that is neither funding nor a fee, prices made.
 */
export function splitIncome(from: Pick<Valuation, 'value' | 'income'> | null, to: Pick<Valuation, 'value' | 'income'>): Made | null {
  if (to.income === null || (from !== null && from.income === null)) return null;
  const result = to.value - to.income.putIn - (from === null ? 0n : from.value - (from.income?.putIn ?? 0n));
  const funding = to.income.funding - (from?.income?.funding ?? 0n);
  const fees = to.income.tradeFees - (from?.income?.tradeFees ?? 0n);
  return { trading: result - funding + fees, funding, fees, result };
}
