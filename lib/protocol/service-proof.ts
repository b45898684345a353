import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A proof counts this long after it was made; as long before, because clocks of two computers differ. */
export const PROOF_LIFE_MS = 5 * 60_000;
const PROOF = /^([1-9][0-9]{9,11})\.([A-Za-z0-9_-]{43})$/;

/** Whose key it is: that of the app, or that of the operators' console and command line. */
export type ProvedBy = 'app' | 'console';

const sign = (by: ProvedBy, key: string, second: string) => createHmac('sha256', key).update(`candor ${by} ${second}`).digest('base64url');

/** Compares hashes of equal length, so that timing tells nothing. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/**
 * Returns what a process shows of a key that it shares with the exchange: the second (of `now`, in ms) at which it was made, signed with the key. The
 * key itself stays where it is, and what is caught on the way is worthless after `PROOF_LIFE_MS`.
 */
export function makeServiceProof(by: ProvedBy, key: string, now: number): string {
  const second = String(Math.floor(now / 1_000));
  return `${second}.${sign(by, key, second)}`;
}

/** True for a proof of the key that counts at `now` (ms), and for the key itself, which callers of the legacy API send as it is. */
export function isServiceProof(by: ProvedBy, { given, key, now }: { given: string; key: string; now: number }): boolean {
  const [, second, signature] = PROOF.exec(given) ?? [];
  if (second === undefined || signature === undefined) return isSame(given, key);
  return isSame(signature, sign(by, key, second)) && Math.abs(now - Number(second) * 1_000) <= PROOF_LIFE_MS;
}
