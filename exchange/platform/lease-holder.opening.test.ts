import { expect, it } from 'vitest';
import { LeaseHolder } from './lease-holder';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { createTestDatabase } from './test-database';

const log = createLogger('silent');

it('a part that could not be made ready keeps none of the others back, and is taken again itself', async () => {
  const db = await createTestDatabase();
  const epochs = new Map<string, string>();
  const line = { broken: null as string | null };
  const state = {
    epochs,
    own: (part: string, epoch: string) => void epochs.set(part, epoch),
    disown: (part: string) => void epochs.delete(part),
  };
  const holder = new LeaseHolder<void>({
    ...{ db, log, metrics: createMetrics(log), name: 'test', parts: ['A-B', 'C-D', 'E-F'], state, processId: 'one' },
    async prepare(part) {
      if (part === line.broken) throw new Error('no connection');
    },
  });
  await holder.start();
  expect([...epochs.keys()]).toEqual(['A-B', 'C-D', 'E-F']);
  line.broken = 'A-B';
  holder.abandon(null);
  await expect.poll(() => [...epochs.keys()].sort()).toEqual(['C-D', 'E-F']);
  line.broken = null;
  holder.abandon(['A-B']);
  await expect.poll(() => [...epochs.keys()].sort()).toEqual(['A-B', 'C-D', 'E-F']);
  await holder.stop();
  await db.close();
});

it('parts that were taken before the taking of others failed are opened, and the others are taken the next time', async () => {
  const db = await createTestDatabase();
  const parts = Array.from({ length: 1_500 }, (_, n) => `PART-${n}`);
  const epochs = new Map<string, string>();
  const state = {
    epochs,
    own: (part: string, epoch: string) => void epochs.set(part, epoch),
    disown: (part: string) => void epochs.delete(part),
  };
  const line = { isCut: true };
  // The statements about the last ones, which are not among the first thousand, fail.
  const lease: typeof db.lease = {
    query: (text, params) =>
      line.isCut && (params as [string[]])[0].includes('PART-1499')
        ? Promise.reject(new Error('no connection'))
        : db.lease.query(text, params),
  };
  const holder = new LeaseHolder<void>({
    ...{ db: { ...db, lease }, log, metrics: createMetrics(log), name: 'test', parts, state, processId: 'one' },
    prepare: () => Promise.resolve(),
  });
  await expect(holder.start()).rejects.toThrow('no connection');
  expect(epochs.size).toBe(1_000);
  line.isCut = false;
  holder.abandon([]);
  await expect.poll(() => epochs.size).toBe(1_500);
  await holder.stop();
  await db.close();
});
