import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './accounts.passwords';

const COMPOSED = 'Br\u00fcckentag f\u00fcr \u00c5ngstr\u00f6m';
const DECOMPOSED = COMPOSED.normalize('NFD');

describe('a password', () => {
  it('is the same from a keyboard that writes an accent as a character of its own', async () => {
    expect(DECOMPOSED).not.toBe(COMPOSED);
    for (const [chosen, typed] of [
      [COMPOSED, DECOMPOSED],
      [DECOMPOSED, COMPOSED],
      [DECOMPOSED, DECOMPOSED],
    ] as const) {
      expect(await verifyPassword(await hashPassword(chosen), typed)).toBe(true);
    }
  });

  it('is another one without its accents, in other letters of the same look, and where nobody has one', async () => {
    const kept = await hashPassword(COMPOSED);
    for (const other of ['Bruckentag fur Angstrom', COMPOSED.toLowerCase(), `${COMPOSED} `, COMPOSED.replace('B', '\u0412')]) {
      expect(await verifyPassword(kept, other)).toBe(false);
    }
    expect(await verifyPassword(null, DECOMPOSED)).toBe(false);
  });

  it('that was hashed as it was typed is still right as it was typed then', async () => {
    const kept = await hash(DECOMPOSED);
    expect(await verifyPassword(kept, DECOMPOSED)).toBe(true);
    expect(await verifyPassword(kept, `${DECOMPOSED}.`)).toBe(false);
  });
});
