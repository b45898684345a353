import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CHALLENGE_BITS, createChallenges } from './accounts.challenge';

const NOW = 1_000_000;
const challenges = createChallenges('a secret of the tests');

/** Zero bits at the beginning of what a nonce gives, up to 32. */
const zerosOf = (salt: string, nonce: number) => Math.clz32(createHash('sha256').update(`${salt}:${nonce}`).digest().readUInt32BE(0));

/** Returns the first nonce whose hash begins with so many zero bits, and no more where `isExact`. */
function search(salt: string, bits: number, isExact = false): number {
  for (let nonce = 0; ; nonce += 1) {
    const zeros = zerosOf(salt, nonce);
    if (isExact ? zeros === bits : zeros >= bits) return nonce;
  }
}

describe('security: a proof of work', () => {
  it('costs 65,000 hashes, as the browser is told', () => {
    expect(challenges.create(NOW).bits).toBe(16);
    expect(CHALLENGE_BITS).toBe(16);
  });

  it('counts with that many zero bits, and not with one less', () => {
    const { id, salt } = challenges.create(NOW);
    expect(() => challenges.verify(`${id}.${search(salt, CHALLENGE_BITS)}`, NOW)).not.toThrow();
    const almost = `${id}.${search(salt, CHALLENGE_BITS - 1, true)}`;
    expect(() => challenges.verify(almost, NOW)).toThrow(expect.objectContaining({ code: 'CHALLENGE_FAILED' }));
  });

  it('counts for a challenge of ours alone, until it ends', () => {
    const { id, salt, expires_at } = challenges.create(NOW);
    const proof = `${id}.${search(salt, CHALLENGE_BITS)}`;
    expect(() => challenges.verify(proof, expires_at)).toThrow(expect.objectContaining({ code: 'CHALLENGE_FAILED' }));
    const foreign = createChallenges('a secret of somebody else');
    expect(() => foreign.verify(proof, NOW)).toThrow(expect.objectContaining({ code: 'CHALLENGE_FAILED' }));
  });
});
