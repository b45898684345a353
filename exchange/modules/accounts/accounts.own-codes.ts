import { createTokenBuckets } from '../../../lib/rate-limits/token-buckets';
import type { Clock } from '../../platform/clock';
import { DomainError } from '../../platform/domain-error';
import { writeCodeMail, writeTakenMail } from './accounts.compose-mail';
import type { MailCodes } from './accounts.mail-codes';
import { isEmail } from './accounts.registration';

/** Mails of one user: five at once, then one a minute. */
const USER_RATE = { burst: 5, perSecond: 1 / 60 };

/** Codes that prove an address to be a user's own; each is good for the user who asked alone, on whatever browser. */
export function createOwnCodes({ mailCodes, clock, purpose }: { mailCodes: MailCodes; clock: Clock; purpose: 'kyc' | 'email' }) {
  const rate = createTokenBuckets(USER_RATE);
  const browserOf = (userId: string) => `user ${userId}`;
  return {
    /** `isTaken`: the mail says that the address has an account, and nobody but its owner reads that. @throws EMAIL_INVALID, RATE_LIMITED */
    async send({ userId, email, ip, isTaken }: { userId: string; email: string; ip: string; isTaken?: boolean }): Promise<void> {
      if (!isEmail(email)) throw new DomainError('EMAIL_INVALID', { params: { field: 'email' } });
      const now = clock.now();
      if (!rate.take(userId, now)) throw new DomainError('RATE_LIMITED');
      // What an address that has an account is told is for its owner, in their language.
      const how = isTaken === true ? { write: writeTakenMail } : { write: writeCodeMail, userId };
      await mailCodes.send({ email, purpose, asker: { ip, browser: browserOf(userId) }, ...how, now });
    },
    /** @throws EMAIL_INVALID; MAIL_CODE_FORMAT; MAIL_CODE_WRONG: every try counts */
    async check({ userId, email, code }: { userId: string; email: string; code: string }): Promise<void> {
      if (!isEmail(email)) throw new DomainError('EMAIL_INVALID', { params: { field: 'email' } });
      await mailCodes.check({ email, purpose, asker: { ip: '', browser: browserOf(userId) }, code, now: clock.now() });
    },
    /** Removes the codes of an address that have served. */
    spend: (email: string): Promise<void> => mailCodes.spend({ email, purpose }),
  };
}
export type OwnCodes = ReturnType<typeof createOwnCodes>;
