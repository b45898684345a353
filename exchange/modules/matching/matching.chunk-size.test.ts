import { expect, it } from 'vitest';
import { ChunkSize } from './matching.chunk-size';

const BOUNDS = { least: 20, most: 100, leastMs: 6 };
const createChunk = (most = BOUNDS.most) => new ChunkSize({ ...BOUNDS, most });

/** Runs chunks on a database where a transaction takes `fixedMs` and `eachMs` for each unit; returns the size after them. */
function settle(pieces: ChunkSize, { fixedMs, eachMs, count = 30 }: { fixedMs: number; eachMs: number; count?: number }): number {
  for (let piece = 0; piece < count; piece += 1) {
    pieces.noteChunk({ done: pieces.size, tookMs: fixedMs + eachMs * pieces.size });
  }
  return pieces.size;
}
const commit = (pieces: ChunkSize, tookMs: number) => Array.from({ length: 100 }, () => pieces.noteCommit(tookMs));

it('is as large as takes as long as a commit of orders', () => {
  const pieces = createChunk();
  commit(pieces, 20);
  const size = settle(pieces, { fixedMs: 8, eachMs: 0.2 });
  expect(8 + 0.2 * size).toBeLessThanOrEqual(20);
  expect(size).toBeGreaterThanOrEqual(50);
});

it('takes no more than its most at once where orders take long, and the least on a database that is slow for itself', () => {
  const pieces = createChunk();
  commit(pieces, 500);
  expect(settle(pieces, { fixedMs: 5, eachMs: 0.1 })).toBe(BOUNDS.most);
  commit(pieces, 1);
  expect(settle(pieces, { fixedMs: 5 * BOUNDS.leastMs, eachMs: 1 })).toBe(BOUNDS.least);
});

it('grows by steps, and learns nothing of a piece that the end of a side cut short', () => {
  const pieces = createChunk();
  pieces.noteChunk({ done: 1, tookMs: 1_000 });
  pieces.noteChunk({ done: 1, tookMs: 0 });
  expect(pieces.size).toBe(BOUNDS.least);
  pieces.noteChunk({ done: BOUNDS.least, tookMs: 0 });
  expect(pieces.size).toBe(BOUNDS.least * 1.5);
});

it('is half as large after one that came to nothing, and no smaller than the least', () => {
  const pieces = createChunk();
  for (let piece = 0; piece < 10; piece += 1) pieces.note({ done: pieces.size, tookMs: 0 });
  expect(pieces.size).toBe(BOUNDS.most);
  pieces.noteRefused();
  expect(pieces.size).toBe(BOUNDS.most / 2);
  for (let piece = 0; piece < 10; piece += 1) pieces.noteRefused();
  expect(pieces.size).toBe(BOUNDS.least);
});

it('stays as small as it is told', () => {
  expect(settle(createChunk(3), { fixedMs: 0, eachMs: 0.01 })).toBe(3);
});
