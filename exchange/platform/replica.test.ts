import { describe, expect, it } from 'vitest';
import type { Row, Tx } from './db';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { Replica, REPLICA_LAG_MS_MAX } from './replica';

const log = createLogger('silent');

/** A primary that has written up to `written`, and a replica that has it up to `reached`. */
function createPair() {
  const world = {
    now: 10_000,
    written: '0/10',
    reached: '0/10' as string | null,
    isPromoted: false,
    fault: null as Error | null,
    asked: [] as string[],
  };
  const tx = (name: string, place: () => string | null): Tx => ({
    async query<R extends Row>(text: string) {
      // As PostgreSQL: a promoted one still tells how far it had followed.
      const hasNone = text.includes('WHEN pg_is_in_recovery() THEN') && world.isPromoted;
      if (text.includes('lsn()')) return { rows: [{ place: hasNone ? null : place() }] as unknown as R[], rowCount: 1 };
      world.asked.push(name);
      if (name === 'replica' && world.fault !== null) throw world.fault;
      return { rows: [{ from: name }] as unknown as R[], rowCount: 1 };
    },
  });
  const primary = tx('primary', () => world.written);
  const replica = tx('replica', () => world.reached);
  const past = new Replica({ primary, replica, log, metrics: createMetrics(log), now: () => world.now });
  const ask = async () => (await past.query<{ from: string }>('SELECT 1')).rows[0]?.from;
  return { world, past, ask };
}

describe('reads of what is past', () => {
  it('go to the primary until the replica has shown that it follows', async () => {
    const { past, ask } = createPair();
    expect(await ask()).toBe('primary');
    await past.look();
    expect(await ask()).toBe('replica');
  });

  it('go to the replica while nothing is written, however long', async () => {
    const { world, past, ask } = createPair();
    for (let second = 0; second < 60; second += 1) {
      world.now += 1_000;
      await past.look();
    }
    expect(await ask()).toBe('replica');
  });

  it('go to the primary once the replica lacks what was written more than a second ago, and back when it has it', async () => {
    const { world, past, ask } = createPair();
    await past.look();
    world.written = '0/20';
    for (let look = 0; look < 4; look += 1) {
      world.now += 250;
      await past.look();
    }
    expect(await ask()).toBe('replica');
    world.now += 1;
    expect(await ask()).toBe('primary');
    world.reached = '0/20';
    await past.look();
    expect(await ask()).toBe('replica');
  });

  it('count a place only from when the primary was asked, and across the middle of the log', async () => {
    const { world, past, ask } = createPair();
    world.written = '1/0';
    world.reached = '0/FFFFFFFF';
    await past.look();
    expect(await ask()).toBe('primary');
    world.reached = '1/0';
    await past.look();
    world.now += REPLICA_LAG_MS_MAX;
    expect(await ask()).toBe('replica');
  });

  it('are answered by the primary when the replica fails, which is then left alone until it was looked at again', async () => {
    const { world, past, ask } = createPair();
    await past.look();
    world.fault = Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });
    expect(await ask()).toBe('primary');
    expect(await ask()).toBe('primary');
    expect(world.asked).toEqual(['replica', 'primary', 'primary']);
    world.fault = null;
    world.written = '0/20';
    world.reached = '0/20';
    await past.look();
    expect(await ask()).toBe('replica');
  });

  it('go to the primary once the replica was promoted, though it tells how far it had followed', async () => {
    const { world, past, ask } = createPair();
    await past.look();
    world.isPromoted = true;
    world.reached = 'FF/0';
    for (let look = 0; look <= REPLICA_LAG_MS_MAX / 250; look += 1) {
      world.now += 250;
      await past.look();
    }
    expect(await ask()).toBe('primary');
  });

  it('go to the primary where the other database follows nobody', async () => {
    const { world, past, ask } = createPair();
    world.reached = null;
    await past.look();
    expect(await ask()).toBe('primary');
  });
});
