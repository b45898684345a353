import type { Mode } from '../../../lib/protocol/wire';
import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import type { Tx } from '../../platform/db';
import { formatPrice } from '../matching/matching';
import type { BegunRow, FundingRound } from './perpetual.funding.round';
import type { Position } from './perpetual.position';
import type { PerpetualBook } from './perpetual.book';
import { formatUnits8 } from './perpetual.wire';

/** What one position received; below zero: paid. */
export type PaymentRow = { owner: number; identity: Position['identity']; side: Position['side']; quantity: bigint; amount: bigint };
/** What a position is due that changed before its turn, in USDT units before any cut in proportion. */
export type ClaimRow = { positionId: number; owner: number; side: Position['side']; quantity: bigint; amount: bigint };
/** What one transaction came to for the funding of one book; `round` as it is then. */
export type FundingWrite = {
  book: PerpetualBook;
  round: FundingRound;
  begun: BegunRow | null;
  /** Of the journal. */
  reference: string;
  payments: PaymentRow[];
  claims: ClaimRow[];
  /** Positions whose claims were paid. */
  paidClaims: number[];
  /** What closed positions received. */
  closed: { positionId: number; amount: bigint }[];
};
/** An averaged distance older than this says nothing about the book any more. */
const BASIS_KEPT_MS = 5 * 60_000;
type OfBook = { market: string; mode: Mode };

/** Says whether a funding time was begun, settled or left out. */
export async function isBegun(tx: Tx, { market, mode, instant }: OfBook & { instant: number }): Promise<boolean> {
  const sql = 'SELECT 1 FROM perpetual_fundings WHERE market = $1 AND mode = $2 AND instant = $3';
  return (await tx.query(sql, [market, mode, instant])).rows.length > 0;
}

/** Returns the last instant of a book that was settled or skipped, null without one. */
export async function findLastInstant(tx: Tx, { market, mode }: OfBook): Promise<number | null> {
  const sql = 'SELECT max(instant) AS instant FROM perpetual_fundings WHERE market = $1 AND mode = $2';
  const { rows } = await tx.query<{ instant: string | null }>(sql, [market, mode]);
  return rows[0]?.instant == null ? null : Number(rows[0].instant);
}

/** Returns sum and count of the premium samples with from <= minute < to (ms). */
export async function sumPremiums(tx: Tx, input: OfBook & { from: number; to: number }): Promise<{ sum: bigint; count: number }> {
  const { rows } = await tx.query<{ sum: string | null; count: string }>(
    'SELECT sum(premium) AS sum, count(*) AS count FROM perpetual_premiums WHERE market = $1 AND mode = $2 AND minute >= $3 AND minute < $4',
    [input.market, input.mode, input.from, input.to],
  );
  return { sum: BigInt(rows[0]?.sum ?? '0'), count: Number(rows[0]?.count ?? '0') };
}

export type PremiumRow = OfBook & { minute: number; premium: bigint; index: string; basis: string };

/** Stores samples; a minute that was sampled already (by another process) stays as it is. */
export async function insertPremiums(tx: Tx, rows: readonly PremiumRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO perpetual_premiums (market, mode, minute, premium, index_price, basis)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::numeric[], $6::numeric[]) ON CONFLICT DO NOTHING`,
    [
      rows.map(({ market }) => market),
      rows.map(({ mode }) => mode),
      rows.map(({ minute }) => minute),
      rows.map(({ premium }) => premium),
      rows.map(({ index }) => index),
      rows.map(({ basis }) => basis),
    ],
  );
}

/** Returns the averaged distance of a book from the index (price units) as it was sampled last in the minutes before `at` (ms), 0 without. */
export async function findBasisAt(tx: Tx, { at, ...of }: OfBook & { at: number }): Promise<bigint> {
  const { rows } = await tx.query<{ basis: string }>(
    `SELECT trunc(basis, 8)::text AS basis FROM perpetual_premiums
      WHERE market = $1 AND mode = $2 AND minute >= $3 AND minute <= $4 ORDER BY minute DESC LIMIT 1`,
    [of.market, of.mode, at - BASIS_KEPT_MS, at],
  );
  return toScaled(rows[0]?.basis ?? '0', PERPETUAL_SCALE) ?? 0n;
}

type RoundRecord = Record<'id' | 'instant' | 'rate' | 'mark' | 'asked' | 'paid' | 'received' | 'by_fund' | 'missing' | 'claims', string> & {
  phase: FundingRound['phase'];
  pieces: number;
};

/** Returns the round under way in a book, null when there is none. */
export async function findRound(tx: Tx, { market, mode }: OfBook): Promise<FundingRound | null> {
  const { rows } = await tx.query<RoundRecord>(
    `SELECT id, instant, rate, mark, phase, asked, paid, received, by_fund, missing, pieces,
            (SELECT count(*) FROM perpetual_funding_claims c WHERE c.funding_id = f.id) AS claims
       FROM perpetual_fundings f WHERE market = $1 AND mode = $2 AND phase <> 'done'`,
    [market, mode],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    identity: { id: row.id },
    instant: Number(row.instant),
    rate: BigInt(row.rate),
    mark: toScaled(formatPrice(row.mark), PERPETUAL_SCALE) ?? 0n,
    phase: row.phase,
    asked: BigInt(row.asked),
    paid: BigInt(row.paid),
    received: BigInt(row.received),
    byFund: BigInt(row.by_fund),
    missing: BigInt(row.missing),
    pieces: row.pieces,
    claims: Number(row.claims),
  };
}

/** Returns claims of a round that aren't paid yet, by position. */
export async function listClaims(tx: Tx, { id, limit }: { id: string; limit: number }): Promise<ClaimRow[]> {
  const { rows } = await tx.query<Record<'position_id' | 'user_id' | 'quantity' | 'amount', string> & { side: Position['side'] }>(
    `SELECT position_id, user_id, side, quantity, amount FROM perpetual_funding_claims WHERE funding_id = $1 ORDER BY position_id LIMIT $2`,
    [id, limit],
  );
  return rows.map((row) => ({
    positionId: Number(row.position_id),
    owner: Number(row.user_id),
    side: row.side,
    quantity: BigInt(row.quantity),
    amount: BigInt(row.amount),
  }));
}

/** Writes what the rounds of a batch came to. A round that begins gets its id. @throws unique violation when another process began it meanwhile */
export async function writeFundings(
  tx: Tx,
  writes: readonly FundingWrite[],
  journalOf: (reference: string) => string | undefined,
): Promise<void> {
  for (const write of writes) {
    await writeRound(tx, write);
    await insertPayments(tx, write, journalOf(write.reference) ?? '0');
    await writeClaims(tx, write);
  }
}

async function writeRound(tx: Tx, { book, round, begun }: FundingWrite): Promise<void> {
  const { identity, instant, rate, phase, asked, paid, received, byFund, missing, pieces } = round;
  if (begun === null) {
    await tx.query(
      'UPDATE perpetual_fundings SET phase = $2, paid = $3, received = $4, by_fund = $5, missing = $6, pieces = $7 WHERE id = $1',
      [identity.id, phase, paid, received, byFund, missing, pieces],
    );
    return;
  }
  const { premium, samples, mark, isLate } = begun;
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO perpetual_fundings (market, mode, instant, rate, premium, samples, mark, print_seq, phase, asked, paid, received, by_fund, missing,
                                     pieces, skipped, settled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id`,
    [
      book.terms.symbol,
      book.mode,
      instant,
      rate,
      premium,
      samples,
      formatUnits8(mark.price),
      mark.seq,
      phase,
      asked,
      paid,
      received,
      byFund,
      missing,
      pieces,
      isLate ? 'no_prints' : null,
      mark.at,
    ],
  );
  identity.id = rows[0]?.id ?? null;
}

async function insertPayments(tx: Tx, { book, round, payments }: FundingWrite, journalId: string): Promise<void> {
  if (payments.length === 0) return;
  await tx.query(
    `INSERT INTO perpetual_funding_payments (funding_id, user_id, mode, market, position_id, side, quantity, amount, journal_id)
     SELECT $1::int8, user_id, $2::text, $3::text, position_id, side, quantity, amount, $4::int8
       FROM unnest($5::int8[], $6::int8[], $7::text[], $8::numeric[], $9::numeric[]) AS n(user_id, position_id, side, quantity, amount)`,
    [
      round.identity.id,
      book.mode,
      book.terms.symbol,
      journalId,
      payments.map(({ owner }) => String(owner)),
      payments.map(({ identity }) => String(identity.id)),
      payments.map(({ side }) => side),
      payments.map(({ quantity }) => quantity),
      payments.map(({ amount }) => amount),
    ],
  );
}

async function writeClaims(tx: Tx, { round, claims, paidClaims, closed }: FundingWrite): Promise<void> {
  const { id } = round.identity;
  if (claims.length > 0) {
    await tx.query(
      `INSERT INTO perpetual_funding_claims (funding_id, position_id, user_id, side, quantity, amount)
       SELECT $1::int8, n.* FROM unnest($2::int8[], $3::int8[], $4::text[], $5::numeric[], $6::numeric[]) AS n`,
      [
        id,
        claims.map(({ positionId }) => String(positionId)),
        claims.map(({ owner }) => String(owner)),
        claims.map(({ side }) => side),
        claims.map(({ quantity }) => quantity),
        claims.map(({ amount }) => amount),
      ],
    );
  }
  if (paidClaims.length > 0) {
    const sql = 'DELETE FROM perpetual_funding_claims WHERE funding_id = $1 AND position_id = ANY($2::int8[])';
    await tx.query(sql, [id, paidClaims.map(String)]);
  }
  if (closed.length > 0) {
    await tx.query(
      `UPDATE perpetual_positions p SET funding = p.funding + n.amount FROM unnest($1::int8[], $2::numeric[]) AS n(id, amount) WHERE p.id = n.id`,
      [closed.map(({ positionId }) => String(positionId)), closed.map(({ amount }) => amount)],
    );
  }
}
