import { describe, expect, it } from 'vitest';
import { MEMBER_STREAMS_MAX, StreamLimiter } from './stream-limiter';

const never = () => expect.unreachable();

describe('security: places for streams', () => {
  it('10,000 streams of one member leave sixteen, the newest, and a place for everyone else', () => {
    const places = new StreamLimiter();
    const open: number[] = [];
    for (let n = 0; n < 10_000; n += 1) {
      open.push(n);
      const leave = places.take({ user: '7', source: '203.0.113.5' }, () => void open.splice(open.indexOf(n), 1));
      expect(leave).not.toBeNull();
    }
    expect([places.size, open.length, open[0]]).toEqual([MEMBER_STREAMS_MAX, MEMBER_STREAMS_MAX, 10_000 - MEMBER_STREAMS_MAX]);
    expect(places.take({ user: '8', source: '203.0.113.5' }, never)).not.toBeNull();
  });

  it('one address has a tenth of what is free, and closes none of its others', () => {
    const places = new StreamLimiter(1_000);
    let taken = 0;
    for (let n = 0; n < 10_000; n += 1) if (places.take({ user: null, source: 'a' }, never)) taken += 1;
    expect(taken).toBeLessThanOrEqual(100);
    expect(places.take({ user: null, source: 'b' }, never)).not.toBeNull();
  });

  it('a member behind an address that is full gets two all the same', () => {
    const places = new StreamLimiter(1_000);
    while (places.take({ user: null, source: 'a' }, never));
    const taken = [1, 2, 3].map(() => places.take({ user: '7', source: 'a' }, never) !== null);
    expect(taken).toEqual([true, true, false]);
  });

  it('10,000 accounts at one address leave room for others', () => {
    const places = new StreamLimiter(1_000);
    for (let n = 0; n < 10_000; n += 1) places.take({ user: String(n), source: 'a' }, never);
    expect(places.size).toBeLessThanOrEqual(800);
    expect(places.take({ user: 'other', source: 'b' }, never)).not.toBeNull();
    expect(places.take({ user: null, source: 'c' }, never)).not.toBeNull();
  });

  it('never has more than it has, from however many addresses, and all are free again after everyone left', () => {
    const places = new StreamLimiter(100);
    const leaves = Array.from({ length: 1_000 }, (_, n) => places.take({ user: null, source: String(n) }, never));
    expect(places.size).toBe(100);
    for (const leave of leaves) {
      leave?.();
      leave?.();
    }
    expect(places.size).toBe(0);
    expect(places.take({ user: null, source: '0' }, never)).not.toBeNull();
  });
});
