import { Secret, TOTP } from 'otpauth';
import { brand } from '../../lib/brand';

const PERIOD_S = 30;
const DIGITS = 6;
/** Clocks of phones are off: a code of the period before or after counts too. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 asks for with SHA-1. */
const SECRET_BYTES = 20;
/** A name in an authenticator's list; a wallet's is shortened. */
const LABEL_LENGTH_MAX = 32;

export function createSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);
}

/** Returns the secret that `describeSecret` wrote as text (base32). */
export function readSecret(text: string): Buffer {
  return Buffer.from(Secret.fromBase32(text).buffer);
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
