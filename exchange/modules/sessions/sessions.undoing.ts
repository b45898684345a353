import type { SecurityChange } from '../../../lib/rules/security';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { securityChanged } from '../security/security.events';
import { addLink, type MailFacts } from './sessions.links';

/** `lifeMs`: how long the link is good that tells the address which was taken back. */
type Undo = { userId: string; linkId: string; mail: MailFacts; now: number; lifeMs: number };

/** Whether the link of a mail takes back what it tells of, besides freezing: else who did it could lift the freeze by it. */
export const isUndoing = ({ what, isFormer }: Pick<MailFacts, 'what' | 'isFormer'>): boolean =>
  isFormer === true || what === 'wallet-linked';

/**
 * Takes back what the mail of a link that was used told of: another address, or another wallet. Where that can't be done any more (the address
 * opens another account, the wallet was changed since) nothing is. An authenticator that was bound since is contested, and each passkey and
 * wallet of since goes with it.
 */
export async function undoChange(tx: Tx, input: Undo): Promise<void> {
  const { mail } = input;
  if (await contestFactor(tx, input)) {
    if (await removePasskeysSince(tx, input)) await note(tx, input, 'passkey-removed');
    if (await removeWalletSince(tx, input)) await note(tx, input, 'wallet-removed');
  }
  if (mail.isFormer === true && (await restoreEmail(tx, input))) {
    await note(tx, input, 'email-changed');
    if (await removeWalletToldElsewhere(tx, input)) await note(tx, input, 'wallet-removed');
    if (await removePasskeysSince(tx, input)) await note(tx, input, 'passkey-removed');
  }
  if (mail.what === 'wallet-linked' && (await removeLinkedWallet(tx, input))) await note(tx, input, 'wallet-removed');
}

const note = (tx: Tx, { userId, now }: Undo, what: SecurityChange) =>
  appendEvents(tx, [securityChanged.create({ userId, mode: null, at: now, payload: { what } })]);

/** Links that were mailed elsewhere since count for nothing then: they went to whoever made this change. Links of earlier ones stay good. */
async function restoreEmail(tx: Tx, { userId, linkId, mail, now, lifeMs }: Undo): Promise<boolean> {
  const { rows } = await tx.query<{ taken: string | null }>(
    `UPDATE users u SET email = $2, email_key = lower($2) FROM (SELECT id, email FROM users WHERE id = $1 FOR UPDATE) AS old
      WHERE u.id = old.id AND u.closed_at IS NULL AND u.email_key IS DISTINCT FROM lower($2)
        AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email_key = lower($2)) RETURNING old.email AS taken`,
    [userId, mail.to],
  );
  const [restored] = rows;
  if (restored === undefined) return false;
  await tx.query(
    `UPDATE account_links SET expires_at = least(expires_at, to_timestamp($3::int8 / 1000.0)), mail_due_at = NULL WHERE user_id = $1 AND used_at IS NULL
        AND (purpose = 'password'
             OR lower(mail ->> 'to') <> lower($4) AND created_at >= (SELECT created_at FROM account_links WHERE id = $2))`,
    [userId, linkId, now, mail.to],
  );
  // Both addresses are told, as of every change: the former mailbox may be the stranger's, and then its owner reads the other one.
  if (restored.taken !== null) {
    const told: MailFacts = { kind: 'protection', what: 'email-changed', to: restored.taken, at: now, device: '', place: '' };
    await addLink(tx, { userId, purpose: 'freeze', mail: told, now, lifeMs });
  }
  return true;
}

/**
 * Takes a wallet away whose mail went to another address than the one that is restored: its owner never heard of it, and it would lift the freeze.
 * The mail of a wallet that was linked just before the change may have been written after it.
 */
async function removeWalletToldElsewhere(tx: Tx, { userId, linkId, mail }: Undo): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET wallet_address = NULL
      WHERE id = $1 AND wallet_address IS NOT NULL AND email IS NOT NULL AND password_hash IS NOT NULL AND lower($3) <> (
        SELECT lower(l.mail ->> 'to') FROM account_links l
         WHERE l.user_id = $1 AND l.mail ->> 'what' = 'wallet-linked'
           AND l.created_at > (SELECT created_at - interval '10 minutes' FROM account_links WHERE id = $2)
         ORDER BY l.created_at DESC LIMIT 1)`,
    [userId, linkId, mail.to],
  );
  return rowCount === 1;
}

/** Takes away the passkeys that were added since, for each is a whole way in: whoever changed the address, or bound an authenticator, may have added them. */
async function removePasskeysSince(tx: Tx, { userId, linkId }: Undo): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM passkeys WHERE user_id = $1 AND added_at >= (SELECT created_at FROM account_links WHERE id = $2)',
    [userId, linkId],
  );
  return rowCount !== null && rowCount > 0;
}

/**
 * Notes that an authenticator which was bound since is said to be somebody else's, and returns whether there is one. No link takes one away: a mailbox
 * alone would remove what protects from whoever reads it. Two operators may, who look who asks.
 */
async function contestFactor(tx: Tx, { userId, linkId, now }: Undo): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE second_factors SET contested_at = coalesce(contested_at, to_timestamp($3::int8 / 1000.0))
      WHERE user_id = $1 AND bound_at >= (SELECT created_at FROM account_links WHERE id = $2) RETURNING 1`,
    [userId, linkId, now],
  );
  return rowCount === 1;
}

/** Takes a wallet away that was linked since, as its mail says: its own link would do the same, and it is in the same mailbox. */
async function removeWalletSince(tx: Tx, { userId, linkId }: Undo): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET wallet_address = NULL
      WHERE id = $1 AND wallet_address IS NOT NULL AND email IS NOT NULL AND password_hash IS NOT NULL AND EXISTS (
        SELECT 1 FROM account_links l WHERE l.user_id = $1 AND l.mail ->> 'what' = 'wallet-linked'
           AND l.created_at >= (SELECT created_at FROM account_links WHERE id = $2)) RETURNING 1`,
    [userId, linkId],
  );
  return rowCount === 1;
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
