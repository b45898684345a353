import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPresaleWorld, DAY_MS, NOON, type PresaleWorld, rushFor } from '../../../tests/helpers/presale-world';
import { seedPresales } from './presale.seeds';
import { PURCHASES_MAX } from './presale.service';

let world: PresaleWorld;
beforeEach(async () => {
  world = await createPresaleWorld();
});
afterEach(async () => {
  await world.verify();
  await world.db.close();
});
const end = () => {
  world.time.now = NOON + DAY_MS;
};

it('lists what is held for a purchase, and what it paid for, among the trades of its buyer', async () => {
  const sale = await world.open();
  const [ada = ''] = await world.join(1);
  await world.buy(ada, sale, 40n);
  expect(await world.listRecords(ada, 'trade')).toEqual([{ code: 'HOLD_PLACE', reference: 'presale:1' }]);
  end();
  await world.settle();
  expect((await world.listRecords(ada, 'trade')).map(({ code }) => code)).toEqual(['PRESALE_DELIVERY', 'PRESALE_PAYMENT', 'HOLD_PLACE']);
});

describe('first come', () => {
  it('holds the payment until the end, then delivers the tokens once', async () => {
    const sale = await world.open();
    const [ada = ''] = await world.join(1);
    await world.buy(ada, sale, 40n, 'request-number-1');
    await world.buy(ada, sale, 40n, 'request-number-1');
    expect(await world.balance(ada)).toEqual({ usdt: '990', held: '10', tokens: '0' });
    expect(await world.settle()).toBe(0);
    end();
    expect(await world.settle()).toBe(2);
    expect(await world.settle()).toBe(0);
    expect(await world.balance(ada)).toEqual({ usdt: '990', held: '0', tokens: '40' });
    expect(await world.read(sale)).toEqual({ sold: '40', state: 'over', outcome: 'sold', allotted: '40' });
  });

  it('sells the exact last piece, and says how much is left', async () => {
    const sale = await world.open();
    const [ada = '', bob = ''] = await world.join(2);
    await world.buy(ada, sale, 97n);
    await expect(world.buy(bob, sale, 4n)).rejects.toMatchObject({ code: 'PRESALE_LEFT', params: { left: '3' } });
    await world.buy(bob, sale, 3n);
    await expect(world.buy(ada, sale, 1n)).rejects.toMatchObject({ code: 'PRESALE_LEFT', params: { left: '0' } });
  });

  it('sells a last piece that is smaller than the least for a purchase, whole', async () => {
    const sale = await world.open({ amountMin: 10n });
    const [ada = '', bob = ''] = await world.join(2);
    await world.buy(ada, sale, 97n);
    await expect(world.buy(bob, sale, 2n)).rejects.toMatchObject({ code: 'PRESALE_AMOUNT', params: { min: '10', max: '1000' } });
    await world.buy(bob, sale, 3n);
    end();
    await world.settle();
    expect(await world.read(sale)).toEqual({ sold: '100', state: 'over', outcome: 'sold', allotted: '100' });
  });

  it('security: bounds the purchases of one person, each of which is held and settled by itself', async () => {
    const sale = await world.open({ supply: 1_000n });
    const [ada = '', bob = ''] = await world.join(2);
    for (let n = 0; n < PURCHASES_MAX; n += 1) await world.buy(ada, sale, 1n);
    const before = await world.balance(ada);
    await expect(world.buy(ada, sale, 1n)).rejects.toMatchObject({ code: 'PRESALE_TOO_MANY', params: { max: String(PURCHASES_MAX) } });
    expect(await world.balance(ada)).toEqual(before);
    await world.buy(bob, sale, 1n);
  });

  it('lets a person have what is left of their bound, also where it is less than the least for a purchase', async () => {
    const sale = await world.open({ amountMin: 10n, amountMax: 15n });
    const [ada = ''] = await world.join(1);
    await world.buy(ada, sale, 12n);
    await expect(world.buy(ada, sale, 4n)).rejects.toMatchObject({ code: 'PRESALE_AMOUNT', params: { min: '3', max: '3' } });
    await world.buy(ada, sale, 3n);
    await expect(world.buy(ada, sale, 1n)).rejects.toMatchObject({ code: 'PRESALE_AMOUNT', params: undefined });
  });

  it('sells exactly 100 to 1,000 buyers at the last 100 tokens', async () => {
    const sale = await world.open({ supply: 1_000n });
    const [ada = ''] = await world.join(1);
    await world.buy(ada, sale, 900n);
    expect(await rushFor([world], sale)).toEqual({ bought: 100, refused: new Set(['PRESALE_LEFT']) });
    end();
    await world.settle();
    expect(await world.read(sale)).toEqual({ sold: '1000', state: 'over', outcome: 'sold', allotted: '1000' });
  });
});

describe('pro rata', () => {
  it('gives each a share in whole tokens and the rest of the payment back, in pieces', async () => {
    const sale = await world.open({ mode: 'pro-rata' });
    const [ada = '', bob = '', eve = ''] = await world.join(3);
    await world.buy(ada, sale, 200n);
    await world.buy(bob, sale, 99n);
    await world.buy(eve, sale, 1n);
    end();
    expect(await world.settle(1)).toBe(4);
    expect(await world.balance(ada)).toEqual({ usdt: '983.5', held: '0', tokens: '66' });
    expect(await world.balance(bob)).toEqual({ usdt: '991.75', held: '0', tokens: '33' });
    expect(await world.balance(eve)).toEqual({ usdt: '1000', held: '0', tokens: '0' });
  });
});

it.each(['missed', 'cancelled'] as const)('gives everything back by itself when it is %s', async (outcome) => {
  const sale = await world.open({ softCap: 50n });
  const people = await world.join(3);
  for (const person of people) await world.buy(person, sale, 10n);
  if (outcome === 'cancelled') {
    expect([await world.cancel(sale), await world.cancel(sale)]).toEqual([true, false]);
    await expect(world.buy(people[0] ?? '', sale, 1n)).rejects.toMatchObject({ code: 'PRESALE_CLOSED' });
  } else end();
  await world.settle(2);
  for (const person of people) expect(await world.balance(person)).toEqual({ usdt: '1000', held: '0', tokens: '0' });
  expect(await world.read(sale)).toMatchObject({ state: 'over', outcome, allotted: '0' });
  const { rows } = await world.db.read.query("SELECT payload->>'how' AS how FROM event_log WHERE kind = 'presale.settled'");
  expect(rows).toEqual(people.map(() => ({ how: outcome === 'missed' ? 'refunded' : 'cancelled' })));
});

it.each([
  { name: 'below the minimum', tokens: 4n, code: 'PRESALE_AMOUNT', params: { min: '5', max: '20' } },
  { name: 'above the maximum', tokens: 21n, code: 'PRESALE_AMOUNT', params: { min: '5', max: '20' } },
  { name: 'before the start', tokens: 5n, at: NOON - 2 * DAY_MS, code: 'PRESALE_CLOSED' },
  { name: 'at the end', tokens: 5n, at: NOON + DAY_MS, code: 'PRESALE_CLOSED' },
])('error: $name is refused and changes nothing', async ({ tokens, at, code, params }) => {
  const sale = await world.open({ amountMin: 5n, amountMax: 20n });
  const [ada = ''] = await world.join(1);
  world.time.now = at ?? NOON;
  await expect(world.buy(ada, sale, tokens)).rejects.toMatchObject({ code, ...(params && { params }) });
  expect(await world.balance(ada)).toEqual({ usdt: '1000', held: '0', tokens: '0' });
});

it('error: bounds are for a person, not for a purchase; a sale of another number is none; money has to be there', async () => {
  const sale = await world.open({ amountMin: 5n, amountMax: 20n });
  const [ada = '', bob = ''] = await world.join(2, 1n);
  await expect(world.buy(ada, sale, 5n)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  await expect(world.buy(bob, '999', 5n)).rejects.toMatchObject({ code: 'PRESALE_NOT_FOUND' });
  expect(await world.read(sale)).toMatchObject({ sold: '0' });
  const [eve = ''] = await world.join(1);
  await world.buy(eve, sale, 16n);
  await expect(world.buy(eve, sale, 5n)).rejects.toMatchObject({ code: 'PRESALE_AMOUNT', params: { min: '4', max: '4' } });
});

it('seeds a sandbox with one that is over and one that runs, once', async () => {
  for (let start = 0; start < 3; start += 1) {
    await seedPresales((run) => world.db.transaction(run), world.time.now);
    await world.settle();
  }
  const { rows } = await world.db.read.query('SELECT code, mode, state, sold FROM presales ORDER BY id');
  expect(rows).toEqual([
    { code: 'sandbox-1', mode: 'pro-rata', state: 'over', sold: '18000' },
    { code: 'sandbox-2', mode: 'first-come', state: 'open', sold: '0' },
  ]);
});
