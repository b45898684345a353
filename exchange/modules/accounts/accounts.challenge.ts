import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { hashText } from '../../platform/ids';
import { markChallengeUsed } from './accounts.codes.repository';

/** Zero bits to find: about 65,000 hashes, a fraction of a second on a phone, and a price on a thousand registrations. */
export const CHALLENGE_BITS = 16;
const CHALLENGE_LIFE_MS = 10 * 60_000;

export type Challenges = {
  create(now: number): { id: string; salt: string; bits: number; expires_at: number };
  /** @throws CHALLENGE_FAILED when the proof is wrong, expired or made up; costs nothing and stores nothing */
  verify(proof: string, now: number): void;
  /** Verifies and uses up. @throws CHALLENGE_FAILED also when it was used before */
  spend(tx: Tx, proof: string, now: number): Promise<void>;
};

/**
 * Returns proof-of-work challenges that need no memory until they are answered: the id carries its own end and a keyed check, so that
 * asking for a million of them stores nothing. `bits`: how many zero bits a proof begins with.
 */
export function createChallenges(secret: string, bits = CHALLENGE_BITS): Challenges {
  const sign = (body: string) => createHmac('sha256', secret).update(`challenge ${body}`).digest('base64url').slice(0, 22);
  const read = (proof: string, now: number) => {
    const dot = proof.lastIndexOf('.');
    const [id, nonce] = [proof.slice(0, dot), proof.slice(dot + 1)];
    const body = id.slice(0, -23);
    const expiresAt = Number.parseInt(body.slice(0, body.indexOf('-')), 36);
    const salt = body.slice(body.indexOf('-') + 1);
    const isOurs = equals(id.slice(-22), sign(body)) && Number.isSafeInteger(expiresAt) && expiresAt > now;
    if (!isOurs || countZeroBits(`${salt}:${nonce}`) < bits) throw new DomainError('CHALLENGE_FAILED');
    return { id, expiresAt };
  };
  return {
    create(now) {
      const expiresAt = now + CHALLENGE_LIFE_MS;
      const salt = randomBytes(12).toString('base64url');
      const body = `${expiresAt.toString(36)}-${salt}`;
      return { id: `${body}-${sign(body)}`, salt, bits, expires_at: expiresAt };
    },
    verify: (proof, now) => {
      read(proof, now);
    },
    async spend(tx, proof, now) {
      const { id, expiresAt } = read(proof, now);
      if (!(await markChallengeUsed(tx, { idHash: hashText(id), expiresAt, now })))
        throw new DomainError('CHALLENGE_FAILED', { detail: 'used before' });
    },
  };
}

function equals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the number of zero bits with which the SHA-256 of a text begins. */
function countZeroBits(text: string): number {
  const digest = createHash('sha256').update(text).digest();
  const first = digest.findIndex((byte) => byte !== 0);
  return first < 0 ? 256 : first * 8 + Math.clz32(digest[first] ?? 0) - 24;
}
