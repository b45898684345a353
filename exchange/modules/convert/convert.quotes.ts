import type { Tx } from '../../platform/db';
import { linesSchema, type Quote, QUOTES_KEPT_MS, toText } from './convert.repository';

/** Own old quotes that a new one takes out. */
const SWEPT_MAX = 50;

/** What the house must have for a quote, by the account that gives it; in base units. */
export type Cover = { address: string; needed: bigint };
/** `known` is the quote that the same request got before, with the hash of what that asked for. `covers` is what the accounts hold. */
export type QuoteEntry =
  | { end: 'added' }
  | { end: 'known'; quote: Quote; inputHash: string }
  | { end: 'refused'; open: number; covers: ReadonlyMap<string, bigint> };

type Row = {
  open: string;
  added: string;
  covers: { address: string; balance: string }[] | null;
  before: { id: string; kind: Quote['kind']; lines: unknown; created_at: number; expires_at: number; input_hash: string } | null;
};

/**
 * Adds a quote in one statement: it moves nothing, so what a crash forgets of it was never promised, and its commit doesn't wait for the disk. Refused where its
 * owner has `openMax` open ones, or an account has less than is needed. Takes out own quotes whose time has long passed.
 */
export async function addQuote(
  tx: Tx,
  quote: Quote,
  { requestId, inputHash, openMax, covers }: { requestId: string; inputHash: string; openMax: number; covers: readonly Cover[] },
): Promise<QuoteEntry> {
  const { rows } = await tx.query<Row>(
    `WITH cover AS (
       SELECT n.address, n.needed, coalesce(a.balance, 0) AS balance
         FROM unnest($10::text[], $11::numeric[]) AS n(address, needed) LEFT JOIN ledger_accounts a USING (address)),
     open AS (SELECT count(*) AS n FROM convert_quotes WHERE user_id = $2 AND realm = $3 AND expires_at > $6),
     before AS (SELECT id, kind, lines, created_at, expires_at, input_hash FROM convert_quotes WHERE user_id = $2 AND realm = $3 AND request_id = $8),
     swept AS (
       DELETE FROM convert_quotes WHERE id = ANY(ARRAY(
         SELECT id FROM convert_quotes WHERE user_id = $2 AND realm = $3 AND expires_at < $6 - ${QUOTES_KEPT_MS} ORDER BY expires_at LIMIT ${SWEPT_MAX}))),
     added AS (
       INSERT INTO convert_quotes (id, user_id, realm, kind, lines, created_at, expires_at, request_id, input_hash)
       SELECT $1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9 FROM open
        WHERE open.n < $12 AND NOT EXISTS (SELECT 1 FROM before) AND NOT EXISTS (SELECT 1 FROM cover WHERE balance < needed)
       ON CONFLICT (user_id, realm, request_id) DO NOTHING RETURNING id)
     SELECT set_config('synchronous_commit', 'off', true), (SELECT n FROM open) AS open, (SELECT count(*) FROM added) AS added,
            (SELECT jsonb_agg(jsonb_build_object('address', address, 'balance', balance::text)) FROM cover) AS covers,
            (SELECT to_jsonb(before) FROM before) AS before`,
    [
      ...[quote.id, quote.userId, quote.mode, quote.kind, toText(quote.lines), quote.createdAt, quote.expiresAt, requestId, inputHash],
      ...[covers.map(({ address }) => address), covers.map(({ needed }) => needed), openMax],
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a quote is added, or it is said why not');
  if (Number(row.added) > 0) return { end: 'added' };
  if (row.before !== null) {
    const { input_hash: before, created_at: createdAt, expires_at: expiresAt, ...rest } = row.before;
    const known = { ...rest, lines: linesSchema.parse(rest.lines), userId: quote.userId, mode: quote.mode, createdAt, expiresAt };
    return { end: 'known', quote: known, inputHash: before };
  }
  return {
    end: 'refused',
    open: Number(row.open),
    covers: new Map((row.covers ?? []).map(({ address, balance }) => [address, BigInt(balance)])),
  };
}
