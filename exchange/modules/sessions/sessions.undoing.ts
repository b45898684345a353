import type { SecurityChange } from '../../../lib/rules/security';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { securityChanged } from '../security/security.events';
import type { MailFacts } from './sessions.links';

type Undo = { userId: string; linkId: string; mail: MailFacts; now: number };

/** Whether the link of a mail takes back what it tells of, besides freezing: else who did it could lift the freeze by it. */
export const isUndoing = ({ what, isFormer }: Pick<MailFacts, 'what' | 'isFormer'>): boolean =>
  isFormer === true || what === 'wallet-linked';

/**
 * Takes back what the mail of a link that was used told of: another address, or another wallet. Where that can't be done any more (the address
 * opens another account, the wallet was changed since) nothing is.
 */
export async function undoChange(tx: Tx, input: Undo): Promise<void> {
  const { mail } = input;
  if (mail.isFormer === true && (await restoreEmail(tx, input))) await note(tx, input, 'email-changed');
  if (mail.what === 'wallet-linked' && (await removeLinkedWallet(tx, input))) await note(tx, input, 'wallet-removed');
}

const note = (tx: Tx, { userId, now }: Undo, what: SecurityChange) =>
  appendEvents(tx, [securityChanged.create({ userId, mode: null, at: now, payload: { what } })]);

/** Links of later changes count for nothing then: those went to whoever made this one. Links of earlier ones stay good. */
async function restoreEmail(tx: Tx, { userId, linkId, mail, now }: Undo): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET email = $2, email_key = lower($2) WHERE id = $1 AND closed_at IS NULL AND email_key IS DISTINCT FROM lower($2)
        AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email_key = lower($2))`,
    [userId, mail.to],
  );
  if (rowCount !== 1) return false;
  await tx.query(
    `UPDATE account_links SET used_at = to_timestamp($3::int8 / 1000.0), mail_due_at = NULL WHERE user_id = $1 AND used_at IS NULL
        AND (purpose = 'password' OR mail ->> 'isFormer' = 'true' AND created_at > (SELECT created_at FROM account_links WHERE id = $2))`,
    [userId, linkId, now],
  );
  return true;
}

async function removeLinkedWallet(tx: Tx, { userId, linkId }: Undo): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET wallet_address = NULL
      WHERE id = $1 AND wallet_address IS NOT NULL AND email IS NOT NULL AND password_hash IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM account_links l WHERE l.user_id = $1 AND l.mail ->> 'what' IN ('wallet-linked', 'wallet-removed')
           AND l.created_at > (SELECT created_at FROM account_links WHERE id = $2))`,
    [userId, linkId],
  );
  return rowCount === 1;
}
