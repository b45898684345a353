import type { Locale } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { Challenges } from './accounts.challenge';
import { type ChosenPasswords, ownWordsOf } from './accounts.chosen-passwords';
import { writeCodeMail, writeTakenMail } from './accounts.compose-mail';
import type { CodeAsker, MailCodes } from './accounts.mail-codes';
import { openPersonAccount } from './accounts.opening';
import { checkRegistration, isEmail, type Registration } from './accounts.registration';
import * as users from './accounts.repository';
import { workSourceOf } from './accounts.work-limiter';

type Deps = { db: Database; clock: Clock; challenges: Challenges; mailCodes: MailCodes; chosen: ChosenPasswords };

/** Returns what opens accounts with a password. */
export function createRegistrations({ db, clock, challenges, mailCodes, chosen }: Deps) {
  return {
    /**
     * Opens an account with a password; does not sign in.
     * @throws USERNAME_INVALID, EMAIL_INVALID, what `ChosenPasswords.check` says, CHALLENGE_FAILED, MAIL_CODE_FORMAT, MAIL_CODE_WRONG, USERNAME_TAKEN, EMAIL_TAKEN, REFERRAL_UNKNOWN
     */
    async register(input: Registration): Promise<void> {
      checkRegistration(input);
      const now = clock.now();
      challenges.verify(input.proof, now);
      const source = workSourceOf({ ip: input.asker.ip, device: null });
      // Before the mailed code, of which every try counts.
      await chosen.check({ ...input, ownWords: ownWordsOf(input), source });
      const mailKey = { email: input.email, purpose: 'register' };
      await mailCodes.check({ ...mailKey, asker: input.asker, code: input.code, now });
      // Only now: who has no mailbox to show learns nothing about names that are taken.
      if ((await users.findTaken(db.read, { username: input.username, email: null })).username) throw new DomainError('USERNAME_TAKEN');
      const passwordHash = await chosen.hash({ password: input.password, source });
      await db.transaction(async (tx) => {
        await challenges.spend(tx, input.proof, now);
        await openPersonAccount(tx, {
          username: input.username,
          email: input.email,
          walletAddress: null,
          passwordHash,
          invite: input.invite,
          at: now,
        });
      });
      await mailCodes.spend(mailKey);
    },

    /** Mails a code; whoever asks learns nothing about who has an account. @throws EMAIL_INVALID, CHALLENGE_FAILED, RATE_LIMITED */
    async sendRegisterCode(input: { email: string; proof: string; asker: CodeAsker; lang?: Locale | null }): Promise<void> {
      if (!isEmail(input.email)) throw new DomainError('EMAIL_INVALID');
      const now = clock.now();
      await db.transaction((tx) => challenges.spend(tx, input.proof, now));
      const { email: isTaken } = await users.findTaken(db.read, { username: '', email: input.email });
      const write = isTaken ? writeTakenMail : writeCodeMail;
      await mailCodes.send({ email: input.email, purpose: 'register', asker: input.asker, lang: input.lang, write, now });
    },
  };
}
