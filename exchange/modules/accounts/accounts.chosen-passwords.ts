import { DomainError } from '../../platform/domain-error';
import type { IsBreached } from './accounts.breached-passwords';
import type { JudgePassword } from './accounts.password-judge';
import { hashPassword } from './accounts.passwords';
import { checkPasswords } from './accounts.registration';
import type { WorkLimiter, WorkSource } from './accounts.work-limiter';

/** `ownWords`: user name and e-mail address, which a guesser tries first. */
export type Chosen = { password: string; passwordAgain: string; ownWords: readonly string[]; source: WorkSource };

/** Returns what takes passwords that people choose. All of its work goes through the gate of sign-ins. */
export function createChosenPasswords({ gate, judge, isBreached }: { gate: WorkLimiter; judge: JudgePassword; isBreached: IsBreached }) {
  return {
    /**
     * Refuses what is too short, too easy to guess for 100 million tries, or known to have leaked.
     * @throws PASSWORD_WEAK, PASSWORD_MISMATCH, PASSWORD_COMMON, PASSWORD_PATTERN, PASSWORD_PERSONAL, PASSWORD_GUESSABLE, PASSWORD_LEAKED, SIGN_IN_BUSY
     */
    async check({ source, ...chosen }: Chosen): Promise<void> {
      checkPasswords(chosen);
      const fault = await gate.run(source, () => judge({ password: chosen.password, ownWords: chosen.ownWords }));
      if (fault !== null) throw new DomainError(fault);
      if (await isBreached(chosen.password)) throw new DomainError('PASSWORD_LEAKED');
    },
    /** @throws SIGN_IN_BUSY */
    hash: ({ password, source }: Pick<Chosen, 'password' | 'source'>): Promise<string> => gate.run(source, () => hashPassword(password)),
  };
}
export type ChosenPasswords = ReturnType<typeof createChosenPasswords>;

/** What of a person a guesser tries first. */
export function ownWordsOf({ username = '', email }: { username?: string; email?: string | null }): string[] {
  return [username, email ?? ''];
}
