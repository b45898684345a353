import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPerpetualWorld, MORNING, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { createTermsTelling } from './perpetual.terms-telling';

const DUE = MORNING + 86_400_000;
const TERMS = { market: 'ETH-USDT', leverage: 20, maintenance: '0.02' };
let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld();
  for (const user of ['1', '2', '3']) await world.fund(user, '100000');
});
afterEach(() => world.verify());

/** Runs the whole job; returns whom it told, in which mode, and how many chunks that took. */
async function tell(markets: readonly (typeof TERMS)[]) {
  const { job } = createTermsTelling(world.platform);
  const payload = { version: 2, takesEffectAt: DUE, markets };
  let [cursor, pieces]: [unknown, number] = [null, 0];
  do {
    const piece = { key: '2', payload, cursor, dueAt: MORNING, attempts: 0 };
    cursor = await world.db.transaction((tx) => job.run(tx, piece), { kind: 'work' });
    pieces += 1;
  } while (cursor !== null);
  const { rows } = await world.db.read.query<{ user_id: string; mode: string; payload: object }>(
    "SELECT user_id, mode, payload FROM event_log WHERE kind = 'perpetual.terms-told' ORDER BY id",
  );
  return { told: rows.map(({ user_id, mode }) => `${user_id} ${mode}`), payload: rows[0]?.payload, pieces };
}

it('tells each owner of a position or a resting order in the market once, and nobody else', async () => {
  await world.place('2', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  await world.place('1', 'buy 1 at 1900');
  await world.place('3', 'buy 1 at 1900');
  await world.place('3', 'buy 1 at 1890');
  const { order } = await world.place('3', 'buy 1 at 1880');
  await world.cancel('3', order.id);
  const { told, payload, pieces } = await tell([TERMS, { ...TERMS, market: 'BTC-USDT' }]);
  expect(told).toEqual(['1 real', '2 real', '3 real']);
  expect(payload).toEqual({ ...TERMS, takesEffectAt: DUE });
  // Two markets in two modes, and the end.
  expect(pieces).toBe(5);
});

it('tells nobody whose orders are over and whose position is closed', async () => {
  await world.place('2', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  await world.place('2', 'buy 1 at 2000');
  await world.place('1', 'sell 1 at 2000');
  const { order } = await world.place('3', 'buy 1 at 1900');
  await world.cancel('3', order.id);
  expect((await tell([TERMS])).told).toEqual([]);
});

it('goes on from piece to piece where there are more people than one transaction takes', async () => {
  await world.place('2', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  await world.db.read.query(
    `INSERT INTO perpetual_positions SELECT r.* FROM perpetual_positions p CROSS JOIN generate_series(10, 1209) n CROSS JOIN LATERAL
       jsonb_populate_record(NULL::perpetual_positions, to_jsonb(p) || jsonb_build_object('id', 10000 + n, 'user_id', n, 'market', 'SOL-USDT')) r
      WHERE p.user_id = 1`,
  );
  const { told, pieces } = await tell([{ ...TERMS, market: 'SOL-USDT' }]);
  expect([told.length, new Set(told).size, pieces]).toEqual([1_200, 1_200, 5]);
  await world.db.read.query("DELETE FROM perpetual_positions WHERE market = 'SOL-USDT'");
});
