import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createPresaleWorld, DAY_MS, NOON, type PresaleWorld, rushFor } from '../../../tests/helpers/presale-world';
import { createLogger } from '../../platform/logger';

const log = createLogger('silent');
let server: SharedPostgres;
let worlds: PresaleWorld[] = [];

beforeAll(async () => {
  server = await sharePostgres();
  const url = await server.createDatabase('presale');
  worlds = [await createPresaleWorld({ db: openPatiently(url, log) }), await createPresaleWorld({ db: openPatiently(url, log) })];
});
afterAll(async () => {
  for (const { db } of worlds) await db.close();
  await server.stop();
});

it('two processes sell exactly 100 to 1,000 buyers at the last 100 tokens, and settle each purchase once', async () => {
  const [first, second] = worlds as [PresaleWorld, PresaleWorld];
  const sale = await first.open({ supply: 1_000n });
  const [ada = ''] = await first.join(1);
  await first.buy(ada, sale, 900n);
  expect(await rushFor(worlds, sale)).toEqual({ bought: 100, refused: new Set(['PRESALE_LEFT']) });
  for (const world of worlds) world.time.now = NOON + DAY_MS;
  await Promise.all([first.settle(7), second.settle(9)]);
  await first.settle();
  expect(await first.read(sale)).toEqual({ sold: '1000', state: 'over', outcome: 'sold', allotted: '1000' });
  await first.verify();
});
