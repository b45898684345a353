import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_PERPETUAL } from '../../../tests/helpers/first-perpetual-terms';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import type { TierRow } from '../../../lib/rules/perpetual-terms';
import { createId } from '../../platform/ids';

const TIGHT: TierRow[] = [
  ['50000', 20, '0.02'],
  ['10000000', 10, '0.05'],
];
const MILD: TierRow[] = [['10000000', 125, '0.002']];
const first = FIRST_PERPETUAL.terms;
const versions = [first, { ...first, majorTiers: TIGHT, liquidationFeeRate: '0.01' }, { ...first, majorTiers: MILD }];
let inForce = 1;
let world: PerpetualWorld;

beforeEach(async () => {
  inForce = 1;
  const readRisk = (version = inForce) => ({ version, terms: versions[version - 1] ?? first });
  world = await createPerpetualWorld({ readRisk });
  await world.db.read.query(
    `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
     SELECT kind, code, n, terms, n, n, 'a test' FROM registry_versions, generate_series(2, 3) AS n WHERE code = 'perpetual' AND version = 1 ORDER BY n`,
  );
  for (const user of ['1', '2', '3']) await world.fund(user, '100000');
});
afterEach(() => world.verify());

/** User 1 is long and user 2 short `quantity` ETH at 2000. */
const open = async (quantity: string, leverage: number) => {
  await world.place('2', `sell ${quantity} at 2000`, { leverage: 2 });
  await world.place('1', `buy ${quantity} at 2000`, { leverage });
};
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(() => 'taken').catch((error: { code: string; params?: object }) => ({ code: error.code, ...error.params }));
const setLeverage = async (leverage: number) =>
  world.perpetual.changeLeverage(
    { userId: '1', mode: 'real' },
    { positionId: (await world.position('1'))?.id ?? '', leverage, requestId: createId() },
  );
const records = (user: string): Promise<{ mark: string; fee: string }[]> => world.call('x.liquidations', {}, user);
const tiersOf = async () => (await world.position('1'))?.tiers?.map(({ max, leverage }) => `${max} ${leverage}`);

describe('tiers that become tighter', () => {
  it('leave an open position where it is, after a restart too, until the price that it was opened with', async () => {
    await open('1', 50);
    const before = await world.position('1');
    inForce = 2;
    // By the tighter ones it would be due at 1999.
    await world.print('1975');
    expect(await world.position('1')).toEqual(before);
    await world.restart();
    expect(await world.position('1')).toEqual(before);
    await world.print((Number(before?.liquidation) + 0.01).toFixed(2));
    expect(await world.show('1')).toBe('long 1 for 2000 on 40');
    await world.print((Number(before?.liquidation) - 0.01).toFixed(2));
    expect(await world.show('1')).toBe('none');
  });

  it('hold for what is opened from then on, and the terms that everybody reads say them', async () => {
    inForce = 2;
    expect(await refusalOf(world.place('1', 'buy 1 at 2000', { leverage: 21 }))).toEqual({ code: 'LEVERAGE_INVALID', max: '20' });
    await open('1', 20);
    // 2000 × (1 − 1/20) ÷ (1 − 2 % − 0.05 %), rounded down at the eighth decimal.
    expect((await world.position('1'))?.liquidation).toBe('1939.76518631');
    const terms = await world.call('markets.rules', { market: 'ETH-USDT', type: 'perpetual' }, null);
    expect(terms).toMatchObject({ liquidation_fee: '0.01', tiers: [{ leverage: 20, maintenance: '0.02' }, { amount: '1500' }] });
    expect(await tiersOf()).toEqual(['50000 20', '10000000 10']);
  });

  it('hold for all of a position that is made larger, and refuse it where that would have it liquidated', async () => {
    await open('1', 50);
    inForce = 2;
    await world.print('1975');
    const before = await world.position('1');
    await world.place('3', 'sell 2 at 1975', { leverage: 2 });
    expect(await refusalOf(world.place('1', 'buy 0.1 at 1975'))).toEqual({ code: 'POSITION_WOULD_LIQUIDATE' });
    expect(await world.position('1')).toEqual(before);
    await world.perpetual.changeMargin(
      { userId: '1', mode: 'real' },
      { positionId: before?.id ?? '', amount: 200n * 10n ** 8n, requestId: createId() },
    );
    expect(await tiersOf()).toHaveLength(7);
    await world.place('1', 'buy 1 at 1975');
    expect(await tiersOf()).toHaveLength(2);
  });

  it('hold for what a resting order opens when it fills', async () => {
    await open('1', 50);
    await world.place('1', 'buy 1 at 1995', { leverage: 50 });
    const before = await world.position('1');
    inForce = 2;
    const { order } = await world.place('3', 'sell 1 at 1995', { leverage: 2 });
    expect([order.filled, await world.position('1')]).toEqual(['0', before]);
    expect(await world.money('1')).toBe('99959 + 0 + 40');
  });

  it('keep nobody from closing, at whatever leverage, nor a stop-loss from it', async () => {
    await open('2', 100);
    inForce = 2;
    await world.place('3', 'buy 5 at 1999', { leverage: 2 });
    await world.place('1', 'sell 1', { isReduceOnly: true, leverage: 100 });
    const of = { positionId: (await world.position('1'))?.id ?? '', requestId: createId() };
    await world.perpetual.changeTriggers({ userId: '1', mode: 'real' }, { ...of, takeProfit: null, stopLoss: '1995' });
    expect(await tiersOf()).toHaveLength(7);
    await world.print('1994');
    expect(await world.show('1')).toBe('none');
    expect(await records('1')).toEqual([]);
  });

  it('let a leverage be lowered under what it was opened with, and raised under what is in force alone', async () => {
    await open('1', 50);
    inForce = 2;
    expect((await setLeverage(40)).position).toMatchObject({ leverage: 40 });
    expect(await tiersOf()).toHaveLength(7);
    expect(await refusalOf(setLeverage(45))).toEqual({ code: 'LEVERAGE_INVALID', max: '20' });
    await setLeverage(10);
    expect(await tiersOf()).toHaveLength(7);
    await setLeverage(20);
    expect(await tiersOf()).toHaveLength(2);
  });

  it('are no part of what a write answers, nor of what is kept to repeat it', async () => {
    await world.place('2', 'sell 1 at 2000', { leverage: 2 });
    const placed = await world.place('1', 'buy 1 at 2000', { leverage: 10 });
    const requestId = createId();
    const set = () =>
      world.perpetual.changeLeverage({ userId: '1', mode: 'real' }, { positionId: placed.position?.id ?? '', leverage: 20, requestId });
    const first = await set();
    for (const { position } of [placed, first]) {
      expect(position).not.toHaveProperty('tiers');
      expect(position).not.toHaveProperty('liquidation_fee');
    }
    expect(await set()).toEqual(first);
    expect(await tiersOf()).toHaveLength(7);
  });

  it('take the fee of a liquidation that the position was opened under', async () => {
    await open('1', 10);
    inForce = 2;
    await world.print('1850');
    await world.place('3', 'buy 1 at 1830', { leverage: 2 });
    await world.print('1808');
    expect(await records('1')).toMatchObject([{ mark: '1808', fee: '9.15' }]);
  });
});

it('milder tiers are for what is taken on from then on: more of a position, or more leverage', async () => {
  await open('1', 10);
  const before = await world.position('1');
  inForce = 3;
  expect(await world.position('1')).toEqual(before);
  await world.place('2', 'sell 1 at 2000', { leverage: 2 });
  await world.place('1', 'buy 1 at 2000');
  expect(Number((await world.position('1'))?.liquidation)).toBeLessThan(Number(before?.liquidation));
  expect((await setLeverage(125)).position.leverage).toBe(125);
});
