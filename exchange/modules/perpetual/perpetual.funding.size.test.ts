import { expect, it } from 'vitest';
import { FUNDING_PIECE_MAX, FUNDING_PIECE_MIN, PIECE_MS_MIN, PieceSize } from './perpetual.funding.size';

/** Pieces of a database on which a transaction takes `fixedMs` and `eachMs` for each position; returns the size after them. */
function settle(pieces: PieceSize, { fixedMs, eachMs, count = 30 }: { fixedMs: number; eachMs: number; count?: number }): number {
  for (let piece = 0; piece < count; piece += 1) {
    pieces.notePiece({ settled: pieces.size, tookMs: fixedMs + eachMs * pieces.size });
  }
  return pieces.size;
}
const commit = (pieces: PieceSize, tookMs: number) => Array.from({ length: 100 }, () => pieces.noteCommit(tookMs));

it('is as large as takes as long as a commit of orders', () => {
  const pieces = new PieceSize();
  commit(pieces, 20);
  const size = settle(pieces, { fixedMs: 8, eachMs: 0.2 });
  expect(8 + 0.2 * size).toBeLessThanOrEqual(20);
  expect(size).toBeGreaterThanOrEqual(50);
});

it('takes no more than its most at once where orders take long, and the least on a database that is slow for itself', () => {
  const pieces = new PieceSize();
  commit(pieces, 500);
  expect(settle(pieces, { fixedMs: 5, eachMs: 0.1 })).toBe(FUNDING_PIECE_MAX);
  commit(pieces, 1);
  expect(settle(pieces, { fixedMs: 5 * PIECE_MS_MIN, eachMs: 1 })).toBe(FUNDING_PIECE_MIN);
});

it('grows by steps, and learns nothing of a piece that the end of a side cut short', () => {
  const pieces = new PieceSize();
  pieces.notePiece({ settled: 1, tookMs: 1_000 });
  pieces.notePiece({ settled: 1, tookMs: 0 });
  expect(pieces.size).toBe(FUNDING_PIECE_MIN);
  pieces.notePiece({ settled: FUNDING_PIECE_MIN, tookMs: 0 });
  expect(pieces.size).toBe(FUNDING_PIECE_MIN * 1.5);
});

it('is half as large after one that came to nothing, and no smaller than the least', () => {
  const pieces = new PieceSize();
  for (let piece = 0; piece < 10; piece += 1) pieces.note({ settled: pieces.size, tookMs: 0 });
  expect(pieces.size).toBe(FUNDING_PIECE_MAX);
  pieces.noteRefused();
  expect(pieces.size).toBe(FUNDING_PIECE_MAX / 2);
  for (let piece = 0; piece < 10; piece += 1) pieces.noteRefused();
  expect(pieces.size).toBe(FUNDING_PIECE_MIN);
});

it('stays as small as it is told', () => {
  expect(settle(new PieceSize(3), { fixedMs: 0, eachMs: 0.01 })).toBe(3);
});
