import { createTokenBuckets } from '../../../lib/bounds/token-buckets';
import type { Clock } from '../../platform/clock';
import { DomainError } from '../../platform/domain-error';
import { type MailCodes, writeCodeMail } from './accounts.mail-codes';
import { isEmail } from './accounts.registration';

/** Mails of one user: five at once, then one a minute. */
const USER_RATE = { burst: 5, perSecond: 1 / 60 };
const PURPOSE = 'kyc';

/** Codes that prove an address to be a user's own; each is good for the user who asked alone, on whatever browser. */
export function createIdentityCodes({ mailCodes, clock }: { mailCodes: MailCodes; clock: Clock }) {
  const rate = createTokenBuckets(USER_RATE);
  const browserOf = (userId: string) => `user ${userId}`;
  return {
    /** @throws EMAIL_INVALID, RATE_LIMITED */
    async send({ userId, email, ip }: { userId: string; email: string; ip: string }): Promise<void> {
      if (!isEmail(email)) throw new DomainError('EMAIL_INVALID', { params: { field: 'email' } });
      const now = clock.now();
      if (!rate.take(userId, now)) throw new DomainError('RATE_LIMITED');
      await mailCodes.send({ email, purpose: PURPOSE, asker: { ip, browser: browserOf(userId) }, write: writeCodeMail, now });
    },
    /** @throws MAIL_CODE_WRONG; every try counts */
    check: ({ userId, email, code }: { userId: string; email: string; code: string }): Promise<void> =>
      mailCodes.check({ email, purpose: PURPOSE, asker: { ip: '', browser: browserOf(userId) }, code, now: clock.now() }),
    /** Removes the codes of an address that have served. */
    spend: (email: string): Promise<void> => mailCodes.spend({ email, purpose: PURPOSE }),
  };
}
export type IdentityCodes = ReturnType<typeof createIdentityCodes>;
