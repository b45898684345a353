import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Locale } from '../../../lib/protocol/wire';
import { readCode } from '../../../lib/rules/identity';
import { NETWORK_BITS, sourceOf } from '../../../lib/rate-limits/address-source';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { hashText } from '../../platform/ids';
import { countMailCodes, deleteMailCodes, putMailCode, tryMailCode } from './accounts.codes.repository';
import { findMailLanguage } from './accounts.language';
import type { Reader } from './accounts.compose-mail';
import type { Mail, Mailer } from './accounts.mail';

const CODE_LIFE_MS = 10 * 60_000;
const CODE_TRIES_MAX = 5;
/** A second mail from one network to the same address has to wait this long; shorter for somebody who is signed in. */
const RESEND_WAIT_MS = 60_000;
const RESEND_WAIT_SIGNED_IN_MS = 10_000;
/** Codes of one network for one address that live at once; the newest stay. */
const SOURCE_CODES_MAX = 3;
/** Codes of one address that live at once, and so mails within ten minutes, from however many networks. */
export const ADDRESS_CODES_MAX = 12;
const CODE_DIGITS = 6;

/** `browser`: what the asking browser keeps to itself; null where a caller has none, then its network stands for it. */
export type CodeAsker = { ip: string; browser: string | null };
type Asked = { email: string; purpose: string; asker: CodeAsker; now: number };

export type MailCodes = {
  /**
   * Mails a code that is good for its asker alone, in the language of `userId`, or of whose address it is, or else in `lang`.
   * @throws RATE_LIMITED when one was just sent, or too many live
   */
  send(input: Asked & { userId?: string; lang?: Locale | null; write(reader: Reader, code: string): Mail }): Promise<void>;
  /** Takes six digits however they are typed. @throws MAIL_CODE_FORMAT; MAIL_CODE_WRONG: every try of six digits counts, also one that is refused for another reason afterwards */
  check(input: Asked & { code: string }): Promise<void>;
  /** Removes the codes of an address that have served. */
  spend(input: { email: string; purpose: string }): Promise<void>;
};

/**
 * Returns the mailed codes: six digits, ten minutes, five tries. A code counts in the browser that asked for it, so that nobody uses up the
 * tries of somebody else. Stored as a hash under a key that is not in the database.
 */
export function createMailCodes(options: { db: Database; mailer: Mailer; secret: string }): MailCodes {
  const { db, mailer, secret } = options;
  const keyOf = (email: string) => email.toLowerCase();
  const hashCode = (email: string, purpose: string, code: string) =>
    createHmac('sha256', secret)
      .update(`mail code ${purpose} ${keyOf(email)} ${code}`)
      .digest('hex');
  return {
    async send({ email, purpose, asker, userId, lang, write, now }) {
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
      const key = { emailKey: keyOf(email), purpose, asker: hashAsker(asker) };
      const source = sourceOf(asker.ip, NETWORK_BITS);
      await db.transaction(async (tx) => {
        const { inAll, lastSentAt } = await countMailCodes(tx, { ...key, source, now });
        const isTooSoon = lastSentAt !== null && lastSentAt > now - (purpose === 'step-up' ? RESEND_WAIT_SIGNED_IN_MS : RESEND_WAIT_MS);
        if (isTooSoon || inAll >= ADDRESS_CODES_MAX) throw new DomainError('RATE_LIMITED');
        const codeHash = hashCode(email, purpose, code);
        await putMailCode(tx, { ...key, source, codeHash, now, expiresAt: now + CODE_LIFE_MS, keepMax: SOURCE_CODES_MAX });
      });
      const reader = { to: email, lang: await findMailLanguage(db.read, { email, userId, asked: lang }) };
      await mailer.send(write(reader, code), now);
    },
    async check({ email, purpose, asker, code: typed, now }) {
      // What isn't six digits is a slip and no guess: it costs no try.
      const code = readCode(typed);
      if (code === null) throw new DomainError('MAIL_CODE_FORMAT');
      const key = { emailKey: keyOf(email), purpose, asker: hashAsker(asker) };
      const stored = await db.transaction((tx) => tryMailCode(tx, { ...key, now, triesMax: CODE_TRIES_MAX }));
      const given = hashCode(email, purpose, code);
      if (stored == null || !timingSafeEqual(Buffer.from(stored), Buffer.from(given))) throw new DomainError('MAIL_CODE_WRONG');
    },
    spend: ({ email, purpose }) => db.transaction((tx) => deleteMailCodes(tx, { emailKey: keyOf(email), purpose })),
  };
}

function hashAsker({ ip, browser }: CodeAsker): string {
  return hashText(browser === null ? `network ${sourceOf(ip, NETWORK_BITS)}` : `browser ${browser}`);
}
