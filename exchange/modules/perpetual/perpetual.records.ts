import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { fundingPaymentList, liquidationList } from '../../../lib/protocol/lists';
import type { fundingPayments, fundingRates, liquidations } from '../../../lib/protocol/perpetual-records';
import { type Mode, PAGE_SIZE, type PositionSide } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { listOwnRows, type OwnRows, type OwnRowsInput } from '../../platform/keyset-pages';
import { offsetOf } from '../../platform/offset-pages';
import { formatPrice } from '../matching/matching';
import { formatUnits8 } from './perpetual.wire';

type Page = { page: number };
type OfOwner = Page & { userId: string; mode: Mode; market: string | null };
const amount = (text: string) => formatUnits8(BigInt(text));

/** Returns one page of the funding instants of a book, newest first. */
export async function listFundingRates(tx: Tx, input: Page & { market: string; mode: Mode }): Promise<AnswerOf<typeof fundingRates>> {
  const { rows } = await tx.query<
    Record<'instant' | 'rate' | 'mark' | 'premium', string> & { samples: number; skipped: 'no_prints' | null }
  >(
    `SELECT instant, rate, mark, premium, samples, skipped FROM perpetual_fundings WHERE market = $1 AND mode = $2
      ORDER BY instant DESC LIMIT $3 OFFSET $4`,
    [input.market, input.mode, PAGE_SIZE, offsetOf(input.page)],
  );
  return rows.map((row) => ({
    time: Number(row.instant),
    rate: amount(row.rate),
    mark: formatPrice(row.mark),
    premium: amount(row.premium),
    samples: row.samples,
    skipped: row.skipped,
  }));
}

type PaymentRecord = Record<
  'id' | 'instant' | 'market' | 'position_id' | 'quantity' | 'mark' | 'rate' | 'amount' | 'journal_id',
  string
> & { side: PositionSide };

function readPayment(record: Record<string, unknown>): AnswerOf<typeof fundingPayments>[number] {
  const row = record as PaymentRecord;
  return {
    id: row.id,
    time: Number(row.instant),
    market: row.market,
    position: row.position_id,
    type: row.side,
    num: amount(row.quantity),
    mark: formatPrice(row.mark),
    rate: amount(row.rate),
    amount: amount(row.amount),
    journal: row.journal_id,
  };
}

const PAYMENTS: OwnRows<AnswerOf<typeof fundingPayments>[number]> = {
  table: 'perpetual_funding_payments',
  joins: 'JOIN perpetual_fundings f ON f.id = o.funding_id',
  columns: 'o.id, f.instant, o.market, o.position_id, o.side, o.quantity, f.mark, f.rate, o.amount, o.journal_id',
  at: 'to_timestamp(f.instant / 1000.0)',
  isInOrder: false,
  read: readPayment,
  numberOf: ({ id }) => id,
};

/** Returns one page of what a user paid and received, newest first. */
export async function listFundingPayments(tx: Tx, input: OfOwner): Promise<AnswerOf<typeof fundingPayments>> {
  const { rows } = await tx.query(
    `SELECT ${PAYMENTS.columns} FROM perpetual_funding_payments o ${PAYMENTS.joins}
      WHERE o.user_id = $1 AND o.mode = $2 AND ($3::text IS NULL OR o.market = $3) ORDER BY o.id DESC LIMIT $4 OFFSET $5`,
    [input.userId, input.mode, input.market, PAGE_SIZE, offsetOf(input.page)],
  );
  return rows.map(readPayment);
}

/** The same as a list that is narrowed by time and market. */
export function listPayments(tx: Tx, input: OwnRowsInput): Promise<AnswerOf<typeof fundingPaymentList>> {
  return listOwnRows(tx, PAYMENTS, input);
}

const LIQUIDATION_AMOUNTS = [
  'quantity_before',
  'closed',
  'by_book',
  'by_book_value',
  'by_fund',
  'by_others',
  'fee',
  'lost',
  'returned',
] as const;
type LiquidationRecord = Record<
  (typeof LIQUIDATION_AMOUNTS)[number] | 'id' | 'market' | 'position_id' | 'order_id' | 'mark' | 'print_seq',
  string
> & {
  side: PositionSide;
  bankruptcy_price: string;
  liquidation_price: string | null;
  created_at: Date;
};

function readLiquidation(record: Record<string, unknown>): AnswerOf<typeof liquidations>[number] {
  const row = record as LiquidationRecord;
  return {
    id: row.id,
    time: row.created_at.getTime(),
    market: row.market,
    position: row.position_id,
    type: row.side,
    num: amount(row.closed),
    left: formatUnits8(BigInt(row.quantity_before) - BigInt(row.closed)),
    mark: formatPrice(row.mark),
    print: Number(row.print_seq),
    liquidation: formatPrice(row.liquidation_price ?? row.mark),
    bankruptcy: formatPrice(row.bankruptcy_price),
    by_book: amount(row.by_book),
    by_fund: amount(row.by_fund),
    by_others: amount(row.by_others),
    // The average of the fills in the book, rounded down at the eighth decimal; for display.
    price: row.by_book === '0' ? null : formatUnits8((BigInt(row.by_book_value) * 10n ** 8n) / BigInt(row.by_book)),
    fee: amount(row.fee),
    lost: amount(row.lost),
    returned: amount(row.returned),
    order: row.order_id,
  };
}

const LIQUIDATIONS: OwnRows<AnswerOf<typeof liquidations>[number]> = {
  table: 'perpetual_liquidations',
  columns: `id, market, position_id, order_id, side, mark, print_seq, liquidation_price, bankruptcy_price, created_at, ${LIQUIDATION_AMOUNTS.join(', ')}`,
  at: 'o.created_at',
  isInOrder: true,
  read: readLiquidation,
  numberOf: ({ id }) => id,
};

/** Returns one page of a user's liquidations, newest first. */
export async function listLiquidations(tx: Tx, input: OfOwner): Promise<AnswerOf<typeof liquidations>> {
  const { rows } = await tx.query(
    `SELECT ${LIQUIDATIONS.columns}
       FROM perpetual_liquidations WHERE user_id = $1 AND mode = $2 AND ($3::text IS NULL OR market = $3) ORDER BY id DESC LIMIT $4 OFFSET $5`,
    [input.userId, input.mode, input.market, PAGE_SIZE, offsetOf(input.page)],
  );
  return rows.map(readLiquidation);
}

/** The same as a list that is narrowed by time and market. */
export function listLiquidationRows(tx: Tx, input: OwnRowsInput): Promise<AnswerOf<typeof liquidationList>> {
  return listOwnRows(tx, LIQUIDATIONS, input);
}
