import { DomainError } from '../../platform/domain-error';
import type { CodeAsker } from './accounts.mail-codes';

const USERNAME = /^[A-Za-z0-9_]{3,32}$/;
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const EMAIL_LENGTH_MAX = 254;
const PASSWORD_LENGTH_MIN = 10;

export type Registration = {
  username: string;
  email: string;
  password: string;
  passwordAgain: string;
  code: string;
  proof: string;
  invite: string | null;
  asker: CodeAsker;
};
/** Says whether a text is an e-mail address that mail can be sent to. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text);
}

/** @throws USERNAME_INVALID, EMAIL_INVALID */
export function checkRegistration(input: Registration): void {
  if (!USERNAME.test(input.username)) throw new DomainError('USERNAME_INVALID');
  if (!isEmail(input.email)) throw new DomainError('EMAIL_INVALID');
}

/** @throws PASSWORD_WEAK, PASSWORD_MISMATCH */
export function checkPasswords(input: { password: string; passwordAgain: string }): void {
  if ([...input.password].length < PASSWORD_LENGTH_MIN) throw new DomainError('PASSWORD_WEAK');
  if (input.password !== input.passwordAgain) throw new DomainError('PASSWORD_MISMATCH');
}
