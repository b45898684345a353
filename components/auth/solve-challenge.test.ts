import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hasZeroBits, solveChallenge } from './solve-challenge';

test.each([
  { hash: [0, 0xff], bits: 8, ok: true },
  { hash: [0, 0x80], bits: 9, ok: false },
  { hash: [0, 0x7f], bits: 9, ok: true },
  { hash: [0x01], bits: 8, ok: false },
])('$hash begins with $bits zero bits: $ok', ({ hash, bits, ok }) => {
  expect(hasZeroBits(new Uint8Array(hash), bits)).toBe(ok);
});

test('finds a number that the server accepts, the first one', async () => {
  const proof = await solveChallenge({ id: 'abc', salt: 'salt', bits: 10 });
  const [id, number] = proof.split('.');
  expect(id).toBe('abc');
  const hash = createHash('sha256').update(`salt:${number}`).digest();
  expect(hasZeroBits(hash, 10)).toBe(true);
});
