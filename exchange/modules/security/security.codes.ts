import { randomInt } from 'node:crypto';
import { DomainError } from '../../platform/domain-error';

/** Without 0, O, 1, I and L. 31^10 codes. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 10;

export type TypedCode = { kind: 'totp' | 'recovery'; code: string };

/**
 * Reads a code as people type it: spaces, dashes, digits and letters of full width, small letters.
 * @throws TWO_FACTOR_FORMAT for what is neither six digits nor a recovery code
 */
export function readTypedCode(text: string): TypedCode {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  if (code.length === RECOVERY_LENGTH && /\D/.test(code)) return { kind: 'recovery', code };
  throw new DomainError('TWO_FACTOR_FORMAT');
}

/** Returns a recovery code as it is shown: ABCDE-FGHJK. */
export function createRecoveryCode(): string {
  const code = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}
