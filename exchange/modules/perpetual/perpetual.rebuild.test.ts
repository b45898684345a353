import { expect, it } from 'vitest';
import { createPerpetualWorld } from '../../../tests/helpers/perpetual-world';
import type { Database, Tx } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';

it('a book is rebuilt on the connections of long work: users, who read beside it, wait for none of its statements', async () => {
  const db = await createTestDatabase();
  const asked = { read: [] as string[], long: [] as string[] };
  const watch = (of: keyof typeof asked): Tx => ({
    query(text, params) {
      asked[of].push(text);
      return db[of].query(text, params);
    },
  });
  const watched: Database = { ...db, read: watch('read'), long: watch('long') };
  const world = await createPerpetualWorld({ db: watched });
  await world.fund('1', '10000');
  await world.place('1', 'buy 1 at 1900');
  asked.read = [];
  asked.long = [];
  await world.restart();
  const isOfBook = (text: string) => /perpetual_(orders|positions|premiums|fundings|funding_rounds)|order_ends/u.test(text);
  expect(asked.read.filter(isOfBook)).toEqual([]);
  expect(asked.long.filter(isOfBook).length).toBeGreaterThan(0);
  await world.perpetual.stop();
  await db.close();
});
