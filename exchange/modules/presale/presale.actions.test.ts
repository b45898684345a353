import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { createPresaleWorld, DAY_MS, NOON, type PresaleWorld } from '../../../tests/helpers/presale-world';
import { listEventsOf } from '../../../tests/helpers/presale-world';

let world: PresaleWorld;
let pair: OperatorPair;
beforeEach(async () => {
  world = await createPresaleWorld();
  pair = await createOperatorPair(world.db, () => world.time.now);
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});

const TERMS = { price: '0.25', mode: 'first-come', min: 1, max: 1_000, ends: new Date(NOON + DAY_MS).toISOString() };
const SALE = { code: 'spring', asset: 'SBX', supply: 1_000, ...TERMS };
const VESTING = { first: 25, parts: 3, days: 30 };
const versionOf = async () => /version ([0-9a-f]{12})/.exec(await pair.run('eve', 'presale'))?.[1] ?? '';
const change = async (terms: object) => pair.agree('presale', 'change', '1', await versionOf(), JSON.stringify({ ...TERMS, ...terms }));
const open = async (terms: object) => pair.agree('presale', 'open', JSON.stringify({ ...SALE, ...terms }));

it('one operator asks for a sale, another agrees, and it is open with its whole supply', async () => {
  const asked = await pair.run('eve', 'presale', 'open', JSON.stringify({ ...SALE, vesting: VESTING }));
  expect(asked).toContain('pre-sale spring of 1000 SBX is opened:');
  expect(asked).toContain('25 % of the tokens are delivered at the end, the rest in 3 equal parts, one every 30 days after it');
  const [ada = ''] = await world.join(1);
  await expect(world.buy(ada, '1', 10n)).rejects.toMatchObject({ code: 'PRESALE_NOT_FOUND' });
  await expect(pair.run('eve', 'approve', '1')).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
  expect(await pair.run('fay', 'approve', '1')).toBe('pre-sale 1 (spring) was opened\n');
  await world.buy(ada, '1', 10n);
  expect(await pair.run('eve', 'presale')).toMatch(
    /^1 {2}spring {2}version [0-9a-f]{12} {2}asked for 10 of 1000 SBX at 0.25 {2}first-come/,
  );
  await expect(open({})).rejects.toThrow('There is a pre-sale spring already');
});

it.each([
  [{ asset: 'USDT' }, 'a token that is made for a sale alone: SBX'],
  [{ asset: 'BTC' }, 'a token that is made for a sale alone: SBX'],
  [{ code: 'sandbox-9' }, 'not sandbox-'],
  [{ price: '0' }, 'cost something'],
  [{ price: '0.123456789' }, 'AMOUNT_PRECISION'],
  [{ min: 10, max: 9 }, 'below the least'],
  [{ softCap: 1_001 }, 'within the supply'],
  [{ supply: 0 }, 'supply'],
  [{ starts: new Date(NOON - 1).toISOString() }, 'begun before'],
  [{ ends: new Date(NOON + 60_000).toISOString() }, 'an hour at least'],
  [{ ends: new Date(NOON + 400 * DAY_MS).toISOString() }, 'a year at most'],
  [{ vesting: { first: 25, parts: 0, days: 30 } }, 'vesting'],
  [{ vesting: { first: 100, parts: 3, days: 30 } }, 'vesting'],
])('%o is no sale', async (terms, refusal) => {
  await expect(open(terms)).rejects.toThrow(refusal);
  expect(await pair.run('eve', 'presale')).toBe('there is no pre-sale\n');
});

it('the terms change as long as nobody has bought, and then no more', async () => {
  await open({ starts: new Date(NOON + DAY_MS / 2).toISOString() });
  expect(await change({ price: '0.5', vesting: VESTING })).toBe('pre-sale 1 was changed\n');
  const [ada = ''] = await world.join(1);
  await world.buy(ada, '1', 10n);
  expect(await world.balance(ada)).toMatchObject({ usdt: '995', held: '5' });
  await expect(change({ price: '1' })).rejects.toThrow('nothing changed');
  expect(await pair.agree('presale', 'cancel', '1')).toBe('pre-sale 1 was called off\n');
  await world.settle();
  expect(await world.balance(ada)).toEqual({ usdt: '1000', held: '0', tokens: '0' });
});

it('what vests is delivered in whole tokens on its days, each part once, missed ones together, and everybody is told', async () => {
  await open({ vesting: VESTING });
  const [ada = '', bob = ''] = await world.join(2);
  await world.buy(ada, '1', 10n);
  await world.buy(bob, '1', 1n);
  const end = NOON + DAY_MS;
  world.time.now = end;
  await world.settle();
  expect([(await world.balance(ada)).tokens, (await world.balance(bob)).tokens]).toEqual(['2', '0']);
  world.time.now = end + 30 * DAY_MS - 1;
  expect(await world.vest()).toBe(0);
  world.time.now += 1;
  expect(await world.vest(1)).toBe(2);
  expect(await world.vest()).toBe(0);
  expect([(await world.balance(ada)).tokens, (await world.balance(bob)).tokens]).toEqual(['5', '0']);
  await world.verify();
  world.time.now = end + 200 * DAY_MS;
  expect(await world.vest()).toBe(1);
  expect([(await world.balance(ada)).tokens, (await world.balance(bob)).tokens]).toEqual(['10', '1']);
  expect(await world.vest()).toBe(0);
  const told = await listEventsOf(world, 'presale.vested');
  expect(told.map(({ tokens, left }) => [tokens, left])).toEqual([
    ['3', '5'],
    ['5', '0'],
    ['1', '0'],
  ]);
});
