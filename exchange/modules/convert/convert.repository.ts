import { z } from 'zod';
import { CONVERT_PRICE_SCALE } from '../../../lib/rules/convert';
import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import type { RetentionRule } from '../../platform/retention';
import type { ConvertLine } from './convert.pricing';

export type QuoteKind = 'single' | 'small';
/** Times in ms. */
export type Quote = {
  id: string;
  userId: string;
  mode: Mode;
  kind: QuoteKind;
  lines: readonly ConvertLine[];
  createdAt: number;
  expiresAt: number;
};
type Owner = { userId: string; mode: Mode };

/** A quote that nobody executed is of no use after its time; what is asked for late still learns that it expired. */
export const QUOTES_KEPT_MS = 10 * 60_000;

const units = z
  .string()
  .regex(/^[0-9]{1,38}$/)
  .transform(BigInt);
export const linesSchema = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    amount: units,
    gross: units,
    fee: units,
    price: units,
    fromIndex: z.string(),
    toIndex: z.string(),
    spreadRate: z.string(),
    feeRate: z.string(),
  }),
);

export const toText = (lines: readonly ConvertLine[]) =>
  JSON.stringify(lines, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

type QuoteText = { kind: QuoteKind; lines: unknown; created_at: string; expires_at: string };

/** Returns a user's quote; null for what isn't theirs in this mode, or is gone. */
export async function findQuote(tx: Tx, { id, userId, mode }: Owner & { id: string }): Promise<Quote | null> {
  const { rows } = await tx.query<QuoteText>(
    'SELECT kind, lines, created_at, expires_at FROM convert_quotes WHERE id = $1 AND user_id = $2 AND realm = $3',
    [id, userId, mode],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { kind, created_at, expires_at } = row;
  return { id, userId, mode, kind, lines: linesSchema.parse(row.lines), createdAt: Number(created_at), expiresAt: Number(expires_at) };
}

/** Says whether a quote was executed. */
export async function isExecuted(tx: Tx, quoteId: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM conversions WHERE quote_id = $1 LIMIT 1', [quoteId])).rows.length > 0;
}

/** Writes what a quote has converted. */
export async function insertConversions(tx: Tx, { id, userId, mode, lines, createdAt }: Quote, at: number): Promise<void> {
  const column = <V>(read: (line: ConvertLine) => V) => lines.map(read);
  await tx.query(
    `INSERT INTO conversions (quote_id, line, user_id, realm, from_asset, to_asset, amount, received, fee, price, from_index, to_index,
                              spread_rate, fee_rate, quoted_at, at)
     SELECT $1, n.line - 1, $2, $3, n.from_asset, n.to_asset, n.amount, n.received, n.fee, n.price, n.from_index, n.to_index, n.spread_rate, n.fee_rate,
            $4::int8, $5::int8
       FROM unnest($6::text[], $7::text[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[],
                   $14::numeric[], $15::numeric[])
            WITH ORDINALITY AS n(from_asset, to_asset, amount, received, fee, price, from_index, to_index, spread_rate, fee_rate, line)`,
    [
      id,
      userId,
      mode,
      createdAt,
      at,
      column(({ from }) => from),
      column(({ to }) => to),
      column(({ amount }) => amount),
      column(({ gross, fee }) => gross - fee),
      column(({ fee }) => fee),
      column(({ price }) => fromUnits(price, CONVERT_PRICE_SCALE)),
      column(({ fromIndex }) => fromIndex),
      column(({ toIndex }) => toIndex),
      column(({ spreadRate }) => spreadRate),
      column(({ feeRate }) => feeRate),
    ],
  );
}

/** Amounts in base units, times in ms. */
export type ConversionRow = {
  from: string;
  to: string;
  amount: bigint;
  received: bigint;
  fee: bigint;
  price: string;
  fromIndex: string;
  toIndex: string;
  spreadRate: string;
  feeRate: string;
  quotedAt: number;
  at: number;
};
type ConversionText = { [K in keyof ConversionRow]: string };

/** Returns one conversion of a user in one mode; null for what isn't theirs. */
export async function findConversion(
  tx: Tx,
  { quoteId, line, userId, mode }: Owner & { quoteId: string; line: number },
): Promise<ConversionRow | null> {
  const { rows } = await tx.query<ConversionText>(
    `SELECT from_asset AS "from", to_asset AS "to", amount, received, fee, trim_scale(price)::text AS price,
            trim_scale(from_index)::text AS "fromIndex", trim_scale(to_index)::text AS "toIndex", trim_scale(spread_rate)::text AS "spreadRate",
            trim_scale(fee_rate)::text AS "feeRate", quoted_at AS "quotedAt", at
       FROM conversions WHERE quote_id = $1 AND line = $2 AND user_id = $3 AND realm = $4`,
    [quoteId, line, userId, mode],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { amount, received, fee, quotedAt, at, ...rest } = row;
  return { ...rest, amount: BigInt(amount), received: BigInt(received), fee: BigInt(fee), quotedAt: Number(quotedAt), at: Number(at) };
}

/** Quotes go soon after their time. */
export const quoteRetention: RetentionRule = {
  name: 'convert_quotes',
  keptMs: QUOTES_KEPT_MS,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      'DELETE FROM convert_quotes WHERE id = ANY(ARRAY(SELECT id FROM convert_quotes WHERE expires_at < $1 LIMIT $2))',
      [before, limit],
    );
    return rowCount;
  },
};
