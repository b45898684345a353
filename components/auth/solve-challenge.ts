import type { Challenge } from '@/lib/dto/session';

/** Numbers tried before the page gets a turn: a slice is a few milliseconds on a phone. */
const SLICE = 256;
/** 2^26 tries is far beyond any challenge that is given out; it ends a search that can't succeed. */
const TRIES_MAX = 2 ** 26;

type Digest = (text: string) => Promise<Uint8Array>;

async function chooseDigest(): Promise<Digest> {
  const encoder = new TextEncoder();
  const { subtle } = globalThis.crypto;
  if (subtle) return async (text) => new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)));
  // Plain http on a local network has no WebCrypto.
  const { sha256 } = await import('viem');
  return async (text) => sha256(encoder.encode(text), 'bytes');
}

/** True when a hash begins with at least `bits` zero bits. */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index += 1) if (hash[index] !== 0) return false;
  const rest = bits & 7;
  return rest === 0 || (hash[whole] ?? 255) >> (8 - rest) === 0;
}

/**
 * Returns the proof `id.n` for a challenge: the first n for which sha256(salt + ":" + n) begins with `bits` zero bits.
 * @throws Error when none is found within the bound
 */
export async function solveChallenge({ id, salt, bits }: Challenge): Promise<string> {
  const digest = await chooseDigest();
  for (let start = 0; start < TRIES_MAX; start += SLICE) {
    const hashes = await Promise.all(Array.from({ length: SLICE }, (_, offset) => digest(`${salt}:${start + offset}`)));
    const hit = hashes.findIndex((hash) => hasZeroBits(hash, bits));
    if (hit >= 0) return `${id}.${start + hit}`;
    await new Promise((resolve) => setTimeout(resolve));
  }
  throw new Error('No proof of work within the bound');
}
