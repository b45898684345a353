import type { Tx } from '../../platform/db';
import { COUNTED, isDoubted, UNREVIEWED } from './withdrawals.sums.repository';
import { DAY_MS, DOUBT_MS } from './withdrawals.terms';

/** What is known of who asks for a withdrawal, and the number that it would have; one that isn't used is missing for good. */
export type Asking = {
  id: string;
  open: number;
  withdrawn: bigint;
  /** Of what was withdrawn, what nobody looked at. */
  unreviewed: bigint;
  /** A payment of theirs failed on the network. */
  isDoubted: boolean;
  /** This address was paid before. */
  wasPaid: boolean;
  onlyKept: boolean;
  onlyKeptEndsAt: number | null;
  /** From when on the address may be paid where only kept ones may; null where it isn't kept. */
  usableAt: number | null;
  email: string | null;
};
type AskingText = Record<'id' | 'open' | 'withdrawn' | 'unreviewed', string> &
  Record<'ends_at' | 'usable_at' | 'email', string | null> & {
    n: string;
    was_paid: boolean;
    is_doubted: boolean;
    only_kept: boolean | null;
  };
/** Who asks for what, with what was found of it once `readAskings` was through. */
export type Question = { userId: string; asset: string; network: string; address: string; since: number; asking: Asking | null };

/**
 * Finds what is known of all who ask. One statement: requests hold the queue of transfers for as long as their questions take. `EXISTS` in place of
 * `LIMIT 1` may be planned as a table of all payments that were ever made.
 */
export async function readAskings(tx: Tx, questions: readonly Question[]): Promise<void> {
  const { rows } = await tx.query<AskingText>(
    `SELECT q.n, nextval(pg_get_serial_sequence('withdrawals', 'id')) AS id, u.email, s.only_kept, s.ends_at,
            (SELECT usable_at FROM withdrawal_addresses a WHERE a.user_id = q.user_id AND a.network = q.network AND a.address = q.address) AS usable_at,
            (SELECT count(*) FROM withdrawals w WHERE w.user_id = q.user_id AND w.until IS NOT NULL) AS open,
            day.withdrawn, day.unreviewed, ${isDoubted(`q.since - ${DOUBT_MS - DAY_MS}`)} AS is_doubted,
            coalesce((SELECT true FROM withdrawals w
              WHERE w.user_id = q.user_id AND w.network = q.network AND w.address = q.address AND w.state = 'done' LIMIT 1), false) AS was_paid
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int8[]) WITH ORDINALITY AS q(user_id, asset, network, address, since, n)
       JOIN users u ON u.id = q.user_id LEFT JOIN withdrawal_settings s ON s.user_id = u.id,
            LATERAL (SELECT coalesce(sum(w.amount), 0) AS withdrawn, coalesce(sum(w.amount) FILTER (WHERE ${UNREVIEWED}), 0) AS unreviewed FROM withdrawals w
              WHERE w.user_id = q.user_id AND w.asset = q.asset AND w.requested_at > q.since AND ${COUNTED}) AS day`,
    [
      questions.map(({ userId }) => userId),
      questions.map(({ asset }) => asset),
      questions.map(({ network }) => network),
      questions.map(({ address }) => address),
      questions.map(({ since }) => since),
    ],
  );
  const toMs = (text: string | null) => (text === null ? null : Number(text));
  const found = new Map(rows.map((row) => [Number(row.n), row]));
  for (const [index, question] of questions.entries()) {
    const row = found.get(index + 1);
    if (row === undefined) throw new Error(`no user ${question.userId}`);
    question.asking = {
      ...{ id: row.id, email: row.email, wasPaid: row.was_paid, isDoubted: row.is_doubted, onlyKept: row.only_kept ?? false },
      open: Number(row.open),
      withdrawn: BigInt(row.withdrawn),
      unreviewed: BigInt(row.unreviewed),
      onlyKeptEndsAt: toMs(row.ends_at),
      usableAt: toMs(row.usable_at),
    };
  }
}
