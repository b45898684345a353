import { findQuietEnd } from '../../../lib/rules/quiet-hours';
import type { Tx } from '../../platform/db';
import * as mails from './notifications.mails.repository';
import { readPerson } from './notifications.repository';

const MINUTE_MS = 60_000;
/** What comes within so long after the first goes into one mail. */
export const GATHER_MS = 2 * MINUTE_MS;
/** Between two mails of a topic. Security is gathered and waits for nothing else. */
const pauseOf = (topic: mails.MailTopic) => (topic === 'security' ? GATHER_MS : 60 * MINUTE_MS);

type Of = { userId: string; topic: mails.MailTopic; key: string; now: number };

/**
 * Returns up to what a topic was mailed to somebody, and until when (ms) the next mail of it waits, null: it may go now. `key`: the job that asks. What
 * another job is sending is looked for again when that is noted, or when nobody could note it.
 */
export async function findMailTurn(tx: Tx, { userId, topic, key, now }: Of) {
  const { quiet } = await readPerson(tx, userId);
  const { mailedId, mailedAt, sending, phrase } = await mails.lockMailed(tx, { userId, topic });
  const isSent = sending !== null && sending.by !== key && sending.until > now;
  const quietEnd = topic === 'security' || quiet === null ? null : findQuietEnd(quiet, now);
  const freeAt = mailedAt + pauseOf(topic);
  const waitUntil = isSent ? sending.until : quietEnd === null && freeAt <= now ? null : Math.max(quietEnd ?? 0, freeAt);
  return { waitUntil, mailedId, phrase };
}

/** The turn of a mail: it waits (ms), or `settle` notes that it was sent. Null: what it says was mailed. */
export type MailTurn = { waitUntil: number } | { settle(tx: Tx): Promise<void> } | null;

/** Takes the turn to mail `newest` of a topic, as a delivery does in `prepare`. */
export async function takeMailTurn(
  tx: Tx,
  { newest, claimedUntil, ...of }: Of & { newest: string; claimedUntil: number },
): Promise<MailTurn> {
  const { waitUntil, mailedId } = await findMailTurn(tx, of);
  if (BigInt(newest) <= BigInt(mailedId)) return null;
  if (waitUntil !== null) return { waitUntil };
  await mails.noteSending(tx, of, { by: of.key, until: claimedUntil });
  return { settle: (noting) => mails.setMailed(noting, { ...of, mailedId: newest, mailedAt: of.now, by: of.key, phrase: null }) };
}
