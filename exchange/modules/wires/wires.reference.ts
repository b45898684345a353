import { randomInt } from 'node:crypto';

const DIGITS = 8;
const MODULUS = 97n;

/** ISO 7064 MOD 97-10, as IBANs have it: one wrong digit, or two that changed places, never give a reference again. */
function checkOf(digits: string): string {
  return String(98n - ((BigInt(digits) * 100n) % MODULUS)).padStart(2, '0');
}

/** Returns a reference as people write it on a bank transfer: `CW`, eight digits, two check digits. */
export function makeReference(): string {
  const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  return `CW${digits}${checkOf(digits)}`;
}

/** Says whether a text, however it is spaced and written, is a reference without a typing error. */
export function isReference(text: string): boolean {
  const found = /^CW([0-9]{8})([0-9]{2})$/.exec(text.replace(/[\s.-]/g, '').toUpperCase());
  return found !== null && checkOf(found[1] ?? '') === found[2];
}
