import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { brand } from '../../../lib/brand';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { deleteMailCode, putMailCode, tryMailCode } from './accounts.codes.repository';
import type { Mailer } from './accounts.mail';

const CODE_LIFE_MS = 10 * 60_000;
const CODE_TRIES_MAX = 5;
/** A second mail to the same address has to wait this long. */
const RESEND_WAIT_MS = 60_000;
const CODE_DIGITS = 6;

export type MailCodes = {
  /** Mails a code. @throws RATE_LIMITED when one was just sent */
  send(input: { email: string; purpose: string; isTaken: boolean; now: number }): Promise<void>;
  /** @throws MAIL_CODE_WRONG; every try counts, also one that is refused for another reason afterwards */
  check(input: { email: string; purpose: string; code: string; now: number }): Promise<void>;
  /** Removes a code that has served. */
  spend(input: { email: string; purpose: string }): Promise<void>;
};

/** Returns the mailed codes: six digits, ten minutes, five tries. Stored as a hash under a key that is not in the database. */
export function createMailCodes(options: { db: Database; mailer: Mailer; secret: string }): MailCodes {
  const { db, mailer, secret } = options;
  const keyOf = (email: string) => email.toLowerCase();
  const hashCode = (email: string, purpose: string, code: string) =>
    createHmac('sha256', secret)
      .update(`mail code ${purpose} ${keyOf(email)} ${code}`)
      .digest('hex');
  return {
    async send({ email, purpose, isTaken, now }) {
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
      const isStored = await db.transaction((tx) =>
        putMailCode(tx, {
          emailKey: keyOf(email),
          purpose,
          codeHash: hashCode(email, purpose, code),
          now,
          expiresAt: now + CODE_LIFE_MS,
          notAfter: now - RESEND_WAIT_MS,
        }),
      );
      if (!isStored) throw new DomainError('RATE_LIMITED');
      await mailer.send(isTaken ? writeTakenMail(email) : writeCodeMail(email, code), now);
    },
    async check({ email, purpose, code, now }) {
      const stored = await db.transaction((tx) => tryMailCode(tx, { emailKey: keyOf(email), purpose, now, triesMax: CODE_TRIES_MAX }));
      const given = hashCode(email, purpose, code);
      if (stored == null || !timingSafeEqual(Buffer.from(stored), Buffer.from(given))) throw new DomainError('MAIL_CODE_WRONG');
    },
    spend: ({ email, purpose }) => db.transaction((tx) => deleteMailCode(tx, { emailKey: keyOf(email), purpose })),
  };
}

function writeCodeMail(to: string, code: string) {
  const text = `Your ${brand.name} verification code is ${code}.\n\nIt is valid for 10 minutes. We never ask for it by phone or chat. If you did not ask for it, you can ignore this mail.`;
  return { to, subject: `${code} is your ${brand.name} code`, text };
}

/** Only the owner of the mailbox learns that there is an account. */
function writeTakenMail(to: string) {
  const text = `Someone asked to open a ${brand.name} account with this address, which already has one. If it was you, sign in instead. If not, you can ignore this mail.`;
  return { to, subject: `You already have a ${brand.name} account`, text };
}
