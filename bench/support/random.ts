/** A small generator with a fixed seed (32 bit xorshift): every run plays the same. Answers from 0 up to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
