import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHostingWorld, DAY_MS, type HostingWorld } from '../../../tests/helpers/hosting-world';
import { calculateTodayProfit } from '../accounts/accounts.valuation';
import { listHosted, readHosted } from './hosting';
import { HOSTING_CODES } from './hosting.postings';

const prices = { getPrice: () => '1', getOpenToday: async () => '1', getChangeRate: () => null };
/** As the journals that bring money in from outside are marked. */
const externalCodes = ['FAUCET', ...Object.entries(HOSTING_CODES).flatMap(([code, { isExternal }]) => (isExternal ? [code] : []))];
let world: HostingWorld;
beforeAll(async () => {
  world = await createHostingWorld();
});
afterAll(() => world.db.close());

/** What the balance card says of an account today, in USDT. */
async function look(userId: string) {
  const now = world.time.now;
  const hosted = await readHosted(world.db.read, { userId, mode: 'real', dayStart: now - (now % DAY_MS) });
  const { total, profit } = await calculateTodayProfit(world.db.read, prices, { userId, mode: 'real', now, externalCodes, hosted });
  const show = (units: bigint) => Math.round(Number(units) / 1e6) / 100;
  return { total: show(total), profit: show(profit), income: show(hosted.income) };
}

it('the total of an account holds what it has hosted; joining and leaving are no profit, and each day is what the book brought', async () => {
  const user = await world.join({ amount: '20000' });
  const { id } = await world.subscribe(user, { amount: '10000' });
  expect(await look(user)).toMatchObject({ total: 20_000, profit: 0 });
  await world.pass();
  expect(await look(user)).toMatchObject({ total: 20_000, profit: 0 });
  // The worked example of docs/money/hosting.md: each day's income, and what has come together.
  for (const [earned, income, total] of [
    ['600', 80, 20_080],
    ['-1210', -200, 19_880],
    ['605', 100, 19_980],
    ['1210', 180, 20_160],
  ] as const) {
    await world.earn(earned);
    await world.pass();
    expect(await look(user)).toMatchObject({ profit: income, total });
  }
  expect((await listHosted(world.db.read, { after: '0', last: user })).map(({ userId }) => userId)).toEqual([user]);
  expect(await listHosted(world.db.read, { after: user, last: null })).toEqual([]);
  await world.leave(user, id);
  await world.pass();
  // Leaving early costs 0.2 % of 10,000.
  expect(await look(user)).toEqual({ total: 20_140, profit: -20, income: 140 });
  expect(await listHosted(world.db.read, { after: '0', last: null })).toEqual([]);
});
