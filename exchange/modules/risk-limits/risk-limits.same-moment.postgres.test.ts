import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOptionsWorld, type OptionsWorld } from '../../../tests/helpers/options-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createId } from '../../platform/ids';
import { createLogger } from '../../platform/logger';

const owner = { userId: '1', mode: 'demo' } as const;
const product = 'option';
const NONE = { stake: null, stake_day: null, stake_week: null, stake_month: null, loss_day: null, loss_week: null, loss_month: null };

let server: SharedPostgres;
let world: OptionsWorld;
beforeAll(async () => {
  server = await sharePostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await createOptionsWorld((db) => db, openPatiently(await server.createDatabase('moment'), createLogger('silent')));
  await world.join('1');
});
afterEach(() => world.verify());

const waitingFor = (locktype: string, count: number) =>
  expect
    .poll(async () => {
      const { rows } = await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM pg_locks WHERE locktype = $1 AND NOT granted', [
        locktype,
      ]);
      return Number(rows[0]?.n);
    })
    .toBe(count);

/** Stops a purchase between what it is decided by and its commit, runs `change` meanwhile, and returns what ended in which order. */
async function during(change: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let bought: Promise<unknown> = Promise.resolve();
  let changed: Promise<unknown> = Promise.resolve();
  await world.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE option_contracts IN SHARE MODE');
    bought = world.buy('1', 'up 100').then(() => seen.push('bought'));
    await waitingFor('relation', 1);
    changed = change().then(() => seen.push('changed'));
    // It waits for the purchase, or is over without it.
    await Promise.race([changed, waitingFor('advisory', 1)]);
  });
  await Promise.all([bought, changed]);
  return seen;
}

it('a break is answered after the contract that was being bought in the same moment, and none is bought after it', async () => {
  const ended = await during(() => world.riskLimits.pause(owner, { product, days: '1', requestId: createId() }));
  expect(ended).toEqual(['bought', 'changed']);
  await expect(world.buy('1', 'up 100')).rejects.toMatchObject({ code: 'TRADING_PAUSED' });
  expect(await world.show('1')).toHaveLength(1);
});

it('a tighter limit counts the contract that was being bought in the same moment', async () => {
  const limit = () =>
    world.riskLimits.setLimits({ ...owner, sessionId: '1' }, { product, asked: { ...NONE, stake_day: '150' }, requestId: createId() });
  expect(await during(limit)).toEqual(['bought', 'changed']);
  await expect(world.buy('1', 'up 51')).rejects.toMatchObject({ code: 'STAKE_LIMIT' });
  await world.buy('1', 'up 50');
});
