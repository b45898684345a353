import { expect, it } from 'vitest';
import { FUNDING_CHUNK_MAX, FUNDING_CHUNK_MIN, CHUNK_MS_MIN, ChunkSize } from './perpetual.funding.size';

/** Pieces of a database on which a transaction takes `fixedMs` and `eachMs` for each position; returns the size after them. */
function settle(pieces: ChunkSize, { fixedMs, eachMs, count = 30 }: { fixedMs: number; eachMs: number; count?: number }): number {
  for (let piece = 0; piece < count; piece += 1) {
    pieces.noteChunk({ settled: pieces.size, tookMs: fixedMs + eachMs * pieces.size });
  }
  return pieces.size;
}
const commit = (pieces: ChunkSize, tookMs: number) => Array.from({ length: 100 }, () => pieces.noteCommit(tookMs));

it('is as large as takes as long as a commit of orders', () => {
  const pieces = new ChunkSize();
  commit(pieces, 20);
  const size = settle(pieces, { fixedMs: 8, eachMs: 0.2 });
  expect(8 + 0.2 * size).toBeLessThanOrEqual(20);
  expect(size).toBeGreaterThanOrEqual(50);
});

it('takes no more than its most at once where orders take long, and the least on a database that is slow for itself', () => {
  const pieces = new ChunkSize();
  commit(pieces, 500);
  expect(settle(pieces, { fixedMs: 5, eachMs: 0.1 })).toBe(FUNDING_CHUNK_MAX);
  commit(pieces, 1);
  expect(settle(pieces, { fixedMs: 5 * CHUNK_MS_MIN, eachMs: 1 })).toBe(FUNDING_CHUNK_MIN);
});

it('grows by steps, and learns nothing of a piece that the end of a side cut short', () => {
  const pieces = new ChunkSize();
  pieces.noteChunk({ settled: 1, tookMs: 1_000 });
  pieces.noteChunk({ settled: 1, tookMs: 0 });
  expect(pieces.size).toBe(FUNDING_CHUNK_MIN);
  pieces.noteChunk({ settled: FUNDING_CHUNK_MIN, tookMs: 0 });
  expect(pieces.size).toBe(FUNDING_CHUNK_MIN * 1.5);
});

it('is half as large after one that came to nothing, and no smaller than the least', () => {
  const pieces = new ChunkSize();
  for (let piece = 0; piece < 10; piece += 1) pieces.note({ settled: pieces.size, tookMs: 0 });
  expect(pieces.size).toBe(FUNDING_CHUNK_MAX);
  pieces.noteRefused();
  expect(pieces.size).toBe(FUNDING_CHUNK_MAX / 2);
  for (let piece = 0; piece < 10; piece += 1) pieces.noteRefused();
  expect(pieces.size).toBe(FUNDING_CHUNK_MIN);
});

it('stays as small as it is told', () => {
  expect(settle(new ChunkSize(3), { fixedMs: 0, eachMs: 0.01 })).toBe(3);
});
