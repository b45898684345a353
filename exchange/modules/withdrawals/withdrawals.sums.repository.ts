import type { Tx } from '../../platform/db';
import type { WithdrawalRow } from './withdrawals.repository';
import { REASONS } from './withdrawals.terms';

/** True of a withdrawal `w` that counts in the sums of a day: also one whose payment failed on its chain, which the house paid for. */
export const COUNTED = `(w.state NOT IN ('cancelled', 'refused') OR w.reason = '${REASONS.reverted}')`;

/**
 * True of what is asked for, `q` with `user_id`, `network` and `address`, after a payment of the same owner failed on the network: to this address, unless one has reached it since, or
 * after `since` (SQL, ms) to any other, unless this one was ever paid. An address can be made to fail at the cost of the house, and there are always new ones.
 */
export const isDoubted = (since: string) => `EXISTS (SELECT 1 FROM withdrawals r
   WHERE r.user_id = q.user_id AND r.network = q.network AND r.state = 'refused' AND r.reason = '${REASONS.reverted}'
     AND (r.address = q.address OR r.state_at > ${since})
     AND NOT EXISTS (SELECT 1 FROM withdrawals d WHERE d.user_id = q.user_id AND d.network = q.network AND d.address = q.address AND d.state = 'done'
                        AND d.state_at > CASE WHEN r.address = q.address THEN r.state_at ELSE -1 END))`;

/** True of a withdrawal `w` that was never in review. */
export const UNREVIEWED = "NOT EXISTS (SELECT 1 FROM withdrawal_steps r WHERE r.withdrawal_id = w.id AND r.step = 'review')";

/**
 * Returns what the owner of a withdrawal asked for of its asset within `ms` before it that nobody looked at, in base units, what was called off or refused left out; and
 * whether a payment of theirs failed (`isDoubted`), lately after `doubtSince` (ms).
 */
export async function readBefore(
  tx: Tx,
  { id, userId, asset, requestedAt }: Pick<WithdrawalRow, 'id' | 'userId' | 'asset' | 'requestedAt'>,
  { ms, doubtSince }: { ms: number; doubtSince: number },
): Promise<{ unreviewed: bigint; isDoubted: boolean }> {
  const { rows } = await tx.query<{ sum: string; is_doubted: boolean }>(
    `SELECT (SELECT coalesce(sum(w.amount), 0) FROM withdrawals w
              WHERE w.user_id = $1 AND w.asset = $2 AND w.requested_at > $3 AND w.id < $4 AND ${COUNTED} AND ${UNREVIEWED}) AS sum,
            ${isDoubted('$5::int8')} AS is_doubted
       FROM withdrawals q WHERE q.id = $4`,
    [userId, asset, requestedAt - ms, id, doubtSince],
  );
  return { unreviewed: BigInt(rows[0]?.sum ?? '0'), isDoubted: rows[0]?.is_doubted ?? false };
}

/** What a user has under way, and withdrew of an asset since `since` (ms), what was called off or refused left out. In base units. */
export async function readUse(
  tx: Tx,
  input: { userId: string; asset: string; since: number },
): Promise<{ open: number; withdrawn: bigint }> {
  const { rows } = await tx.query<{ open: string; withdrawn: string }>(
    `SELECT (SELECT count(*) FROM withdrawals WHERE user_id = $1 AND until IS NOT NULL) AS open,
            (SELECT coalesce(sum(w.amount), 0) FROM withdrawals w
              WHERE w.user_id = $1 AND w.asset = $2 AND w.requested_at > $3 AND ${COUNTED}) AS withdrawn`,
    [input.userId, input.asset, input.since],
  );
  return { open: Number(rows[0]?.open), withdrawn: BigInt(rows[0]?.withdrawn ?? '0') };
}
