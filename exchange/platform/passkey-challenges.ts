import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from './domain-error';
import { hashText } from './ids';

/** A person needs seconds for a finger; a phone that is asked by a computer perhaps minutes. */
const CHALLENGE_LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/**
 * Returns challenges that need no memory until they are answered: each carries its own end and a keyed check of what it is for, so that asking
 * for a million of them stores nothing.
 */
export function createPasskeyChallenges(secret: string) {
  const sign = (body: Buffer, purpose: string) => createHmac('sha256', secret).update(`passkey ${purpose} `).update(body).digest();
  return {
    create(purpose: string, now: number): Uint8Array<ArrayBuffer> {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeBigUInt64BE(BigInt(now + CHALLENGE_LIFE_MS));
      const body = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
      return new Uint8Array(Buffer.concat([body, sign(body, purpose)]));
    },
    /** Returns by what a challenge of ours is marked as used, and its end (ms). `text` in base64url. @throws PASSKEY_WRONG */
    read(text: string, purpose: string, now: number): { idHash: string; expiresAt: number } {
      const bytes = Buffer.from(text, 'base64url');
      const [body, given] = [bytes.subarray(0, RANDOM_BYTES + TIME_BYTES), bytes.subarray(RANDOM_BYTES + TIME_BYTES)];
      const right = body.length === RANDOM_BYTES + TIME_BYTES ? sign(body, purpose) : Buffer.alloc(0);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new DomainError('PASSKEY_WRONG', { detail: 'made up' });
      const expiresAt = Number(body.readBigUInt64BE(RANDOM_BYTES));
      if (expiresAt <= now) throw new DomainError('PASSKEY_WRONG', { detail: 'too late' });
      return { idHash: hashText(`passkey ${text}`), expiresAt };
    },
  };
}
