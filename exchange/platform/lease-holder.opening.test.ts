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
