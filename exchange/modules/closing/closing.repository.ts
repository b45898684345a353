import type { Tx } from '../../platform/db';
import { CLOSING_REASONS, type ClosingReason } from '../../../lib/rules/closing';

/**
 * What keeps an account open, each by an index of the member's own rows. The demo account holds nobody's money. Resting spot orders are seen by
 * what they lock.
 */
const COUNTS: Record<ClosingReason, string> = {
  balances: `ledger_accounts WHERE user_id = $1 AND realm = 'real' AND part = 'available' AND balance <> 0`,
  orders: `ledger_accounts WHERE user_id = $1 AND realm = 'real' AND part = 'locked' AND balance <> 0`,
  positions: `perpetual_positions WHERE user_id = $1 AND mode = 'real' AND closed_at IS NULL`,
  contracts: `option_contracts WHERE user_id = $1 AND mode = 'real' AND settled_at IS NULL`,
  stakes: `staking_positions WHERE user_id = $1 AND mode = 'real' AND ended_at IS NULL`,
  hosting: `hosting_positions WHERE user_id = $1 AND mode = 'real' AND ended_at IS NULL`,
  loans: `loans WHERE user_id = $1 AND realm = 'real' AND ended_at IS NULL`,
  withdrawals: `withdrawals WHERE user_id = $1 AND state NOT IN ('done', 'cancelled', 'refused')`,
  deposits: `deposits WHERE user_id = $1 AND state = 'seen'`,
  // What the chain has shown by its hash and credited needs nobody's answer.
  proofs: `deposit_proofs p WHERE user_id = $1 AND answer IS NULL AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.user_id = p.user_id
    AND d.network = p.network AND d.asset = p.asset AND d.state = 'credited' AND right(lower(d.txid), 6) = p.hash_end)`,
  wires: `wires WHERE user_id = $1 AND state IN ('waiting', 'review')`,
  presales: `presale_purchases WHERE user_id = $1 AND (settled_at IS NULL OR next_part_at IS NOT NULL)`,
};

/** Returns what keeps an account open, and how much of each; nothing: it can be closed. */
export async function listReasons(tx: Tx, userId: string): Promise<{ what: ClosingReason; count: number }[]> {
  const { rows } = await tx.query<{ what: ClosingReason; count: string }>(
    CLOSING_REASONS.map((what) => `SELECT '${what}' AS what, count(*) AS count FROM ${COUNTS[what]}`).join(' UNION ALL '),
    [userId],
  );
  return rows.map(({ what, count }) => ({ what, count: Number(count) })).filter(({ count }) => count > 0);
}

/** Nothing that asks for this person's row goes on before the end of the transaction. First what is mailed to them: whoever mails takes them in this order. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `INSERT INTO notification_mails (user_id, topic, mailed_id, mailed_at) VALUES ($1, 'security', 0, 0)
     ON CONFLICT (user_id, topic) DO UPDATE SET mailed_id = notification_mails.mailed_id`,
    [userId],
  );
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
}

/** Every way in and every secret of an account. Each statement takes what one person has, which is bounded. */
const ERASED = [
  'DELETE FROM sessions WHERE user_id = $1',
  'DELETE FROM passkeys WHERE user_id = $1',
  'DELETE FROM recovery_codes WHERE user_id = $1',
  'DELETE FROM second_factors WHERE user_id = $1',
  'DELETE FROM step_ups WHERE user_id = $1',
  'DELETE FROM account_links WHERE user_id = $1',
  'DELETE FROM withdrawal_addresses WHERE user_id = $1',
  'DELETE FROM push_subscriptions WHERE user_id = $1',
];

/** Closes an account: no way in is left, copies of its data are over, and everything that was booked stays. The mail that says so still has the phrase. */
export async function closeUser(tx: Tx, { userId, at }: { userId: string; at: number }): Promise<void> {
  for (const statement of ERASED) await tx.query(statement, [userId]);
  await tx.query('UPDATE data_exports SET delete_at = greatest(asked_at + 1, $2::int8) WHERE user_id = $1 AND delete_at > $2::int8', [
    userId,
    at,
  ]);
  await tx.query(
    `UPDATE notification_mails m SET phrase = u.mail_phrase FROM users u WHERE u.id = $1 AND u.email IS NOT NULL AND m.user_id = $1 AND m.topic = 'security'`,
    [userId],
  );
  await tx.query("UPDATE notification_people SET mailed = '{}' WHERE user_id = $1", [userId]);
  await tx.query(
    `UPDATE users SET closed_at = to_timestamp($2::int8 / 1000.0), epoch = epoch + 1, password_hash = NULL, mail_phrase = NULL WHERE id = $1`,
    [userId, at],
  );
}
