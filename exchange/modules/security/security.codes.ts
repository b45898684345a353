import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { brand } from '../../../lib/brand';
import { DomainError } from '../../platform/domain-error';

const PERIOD_S = 30;
const DIGITS = 6;
/** Clocks of phones are off: a code of the period before or after counts too. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 asks for with SHA-1. */
const SECRET_BYTES = 20;
/** Without 0, O, 1, I and L. 31^10 codes. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 10;
/** A name in an authenticator's list; a wallet's is shortened. */
const LABEL_LENGTH_MAX = 32;

export type TypedCode = { kind: 'totp' | 'recovery'; code: string };

export function createSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);
}

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: brand.name,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** Returns the secret as text, and the address (otpauth:) that a QR picture holds. */
export function describeSecret(secret: Buffer, username: string): { text: string; uri: string } {
  const totp = totpOf(secret, username.slice(0, LABEL_LENGTH_MAX));
  return { text: totp.secret.base32, uri: totp.toString() };
}

/** Returns the code of a secret at a time (ms). */
export function codeAt(secret: Buffer, now: number): string {
  return totpOf(secret).generate({ timestamp: now });
}

/** Returns the period that a code is of, null when it is of none that counts now. */
export function findStep(secret: Buffer, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}

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
