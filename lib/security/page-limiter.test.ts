import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createPageLimiter } from './page-limiter';

const member = { kind: 'user', id: '7' } as const;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for pages as one source does over so many connections. */
function open(turns: ReturnType<typeof createPageLimiter>, source: Parameters<typeof turns.take>[1], count: number) {
  const seen = { drawn: 0, refused: 0 };
  const answers = Array.from({ length: count }, () => {
    const answer = new EventEmitter();
    void turns.take(turns.note(answer), source).then((hasTurn) => {
      if (hasTurn) seen.drawn += 1;
      else seen.refused += 1;
    });
    return answer;
  });
  return { seen, close: (index: number) => answers[index]?.emit('close') };
}

describe('security: turns of pages', () => {
  it('24 connections of one member have four pages drawn at once, the others one after another, and another member has one at once', async () => {
    const turns = createPageLimiter();
    const greedy = open(turns, member, 24);
    const other = open(turns, { kind: 'user', id: '8' }, 1);
    await settle();
    expect([greedy.seen, other.seen]).toEqual([
      { drawn: 4, refused: 0 },
      { drawn: 1, refused: 0 },
    ]);
    for (let index = 0; index < 24; index += 1) {
      greedy.close(index);
      await settle();
      expect(greedy.seen.drawn).toBe(Math.min(24, 5 + index));
    }
  });
  it('refuses what is more than 64 waiting', async () => {
    const turns = createPageLimiter();
    const { seen } = open(turns, member, 100);
    await settle();
    expect(seen).toEqual({ drawn: 4, refused: 32 });
  });
  it('whoever goes away while waiting leaves the line, and its turn to the next', async () => {
    const turns = createPageLimiter();
    const { seen, close } = open(turns, member, 6);
    await settle();
    close(4);
    await settle();
    expect(seen).toEqual({ drawn: 4, refused: 1 });
    close(0);
    await settle();
    expect(seen.drawn).toBe(5);
    for (const index of [1, 2, 3, 5]) close(index);
    expect(await turns.take(turns.note(new EventEmitter()), member)).toBe(true);
  });
  it('error: whoever waits too long is refused; without connections to see, nobody is', async () => {
    const turns = createPageLimiter({ waitMaxMs: 1 });
    open(turns, member, 4);
    expect(await turns.take(turns.note(new EventEmitter()), member)).toBe(false);
    expect(await turns.take(null, member)).toBe(true);
  });
});
