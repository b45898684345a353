import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import { fromUnits, toUnits } from '../../platform/decimal';
import { auditLedger, getAccountBalances, postJournals } from '../ledger/ledger';
import { MARKETS } from '../market-data/markets';
import { coverAddress } from './convert.postings';
import { createDesk, DRIFT_MIN, planTrade, ROUND_MS, TRADE_MAX } from './convert.rebalance';

const ETH = MARKETS.filter(({ market }) => market === 'ETH-USDT');
const [market] = ETH as [(typeof MARKETS)[number]];
const SPREAD = { spreadRate: '0.001' };
const units = (amount: string) => toUnits(amount, 8);

describe('what the desk orders', () => {
  it.each([
    ['1', { side: 'sell', quantity: '1', price: '1998' }],
    ['-1', { side: 'buy', quantity: '1', price: '2002' }],
    ['100', { side: 'sell', quantity: '5' }],
    ['-100', { side: 'buy', quantity: '5' }],
    ['0.2', null],
    ['0', null],
    ['1.000019', { quantity: '1.00001' }],
  ])('at an index of 2000 and a drift of %s ETH', (drift, expected) => {
    const plan = planTrade({ market, index: '2000', drift: units(drift), ...SPREAD });
    if (expected === null) expect(plan).toBeNull();
    else expect(plan).toMatchObject(expected);
  });

  it.each([
    ['100', '-100'],
    ['2.5', '-2.5'],
  ])('is no larger than the largest order, %s ETH take several rounds', (above, below) => {
    const least = { ...market, quantityMax: '2' };
    for (const drift of [above, below])
      expect(planTrade({ market: least, index: '2000', drift: units(drift), ...SPREAD })?.quantity).toBe('2');
  });

  it.each(['0', '0.0004', '0.001', '0.005', '0.25'])(
    'with a spread of %s never buys above what a conversion gave the coin for, nor sells below',
    (spreadRate) => {
      for (const index of ['2000', '1999.99', '0.37', '63211.7']) {
        const [scaled, one] = [toUnits(index, 8), toUnits('1', 8)];
        const spread = toUnits(spreadRate, 8);
        const bought = planTrade({ market, index, drift: -units('20000'), spreadRate });
        const sold = planTrade({ market, index, drift: units('20000'), spreadRate });
        if (bought !== null) expect(units(bought.price) * (one - spread) <= scaled * one).toBe(true);
        if (sold !== null) expect(units(sold.price) * one >= scaled * (one - spread)).toBe(true);
      }
      expect(planTrade({ market, index: '2000', drift: units('-1'), spreadRate })).not.toBeNull();
    },
  );

  it('is never more than the drift, nor worth more than the bound', () => {
    for (let drift = 1n; drift < 10n ** 14n; drift = drift * 7n + 3n) {
      for (const sign of [1n, -1n]) {
        const plan = planTrade({ market, index: '1999.99', drift: sign * drift, ...SPREAD });
        if (plan === null) continue;
        expect(units(plan.quantity) <= drift).toBe(true);
        expect(Number(plan.quantity) * 1999.99).toBeLessThanOrEqual(Number(TRADE_MAX));
        expect((Number(drift) / 1e8) * 1999.99).toBeGreaterThanOrEqual(Number(DRIFT_MIN));
      }
    }
  });
});

describe('the desk', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    await world.spot.start();
    await fund('ETH', '100');
    await fund('USDT', '1000000');
  });
  afterEach(async () => {
    await world.spot.stop();
    expect((await auditLedger(world.db)).isClean).toBe(true);
    await world.db.close();
  });

  const move = (code: string, address: string, other: string, amount: bigint) =>
    world.db.transaction((tx) =>
      postJournals(tx, [
        {
          code,
          reference: `${code}:${address}:${amount}`,
          at: world.clock.at,
          postings: [
            { address, amount },
            { address: other, amount: -amount },
          ],
        },
      ]),
    );
  const fund = (asset: string, amount: string) =>
    move('HOUSE_FUNDING', coverAddress('real', asset), `outside:real:operator:${asset}`, units(amount));
  /** What conversions did: the house has so much more of ETH than its target, or less. */
  const drift = (amount: string) => move('FAUCET', coverAddress('real', 'ETH'), 'outside:real:issuance:ETH', units(amount));
  const cover = async (asset: string) => {
    const address = coverAddress('real', asset);
    return fromUnits((await getAccountBalances(world.db.read, [address])).get(address) ?? 0n, 8);
  };
  const deskOf = () =>
    createDesk({
      platform: { db: world.db, clock: world.clock, log: silent, metrics: world.metrics },
      markets: { listMarkets: () => ETH, getIndex: () => ({ price: world.index.price, state: world.index.state as 'fresh' }) },
      door: world.spot,
      findSpread: () => SPREAD.spreadRate,
      modes: ['real'],
    });
  const silent = { warn: () => undefined } as never;

  it('sells what is above the target on the book, once a round, and keeps nothing on its own account', async () => {
    await drift('4');
    await world.fund('7', { USDT: '100000' });
    await world.place('7', 'buy 3 at 2000');
    await Promise.all([deskOf().round(), deskOf().round()]);
    expect(await cover('ETH')).toBe('101');
    await deskOf().round();
    expect(await cover('ETH')).toBe('101');
    world.clock.at += ROUND_MS;
    await world.place('7', 'buy 3 at 2000');
    await deskOf().round();
    expect(await cover('ETH')).toBe('100');
    const { rows } = await world.db.read.query(
      `SELECT 1 FROM ledger_accounts a JOIN users u ON u.id = a.user_id WHERE u.username = 'convert-desk' AND a.balance <> 0`,
    );
    expect(rows).toEqual([]);
  });

  it('buys what is below it, and leaves it where nobody sells near the index', async () => {
    await drift('-2');
    await world.fund('7', { ETH: '10' });
    // What was converted for 2,002 at most is not bought back for 2,009.8, however near it stands.
    for (const price of ['2020', '2009.8', '2002.1']) await world.place('7', `sell 2 at ${price}`);
    await deskOf().round();
    expect(await cover('ETH')).toBe('98');
    expect(await cover('USDT')).toBe('1000000');
    await world.place('7', 'sell 2 at 2002');
    world.clock.at += ROUND_MS;
    await deskOf().round();
    expect(Number(await cover('ETH'))).toBeCloseTo(99.998, 6);
  });

  it('what a process left on the account when it died returns with the next round', async () => {
    await deskOf().round();
    const { rows } = await world.db.read.query<{ id: string }>(`SELECT id FROM users WHERE username = 'convert-desk'`);
    await move('CONVERT_DESK', `user:${rows[0]?.id}:real:ETH:available`, coverAddress('real', 'ETH'), units('3'));
    expect(await cover('ETH')).toBe('97');
    world.clock.at += 1;
    await deskOf().round();
    expect(await cover('ETH')).toBe('100');
  });

  it('does nothing while the price is not confirmed', async () => {
    await drift('4');
    world.index.state = 'halted';
    await world.fund('7', { USDT: '100000' });
    await world.place('7', 'buy 3 at 2000').catch(() => undefined);
    await deskOf().round();
    expect(await cover('ETH')).toBe('104');
  });
});
