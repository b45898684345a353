import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';

let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld();
  for (const user of ['1', '2', '3']) await world.fund(user, '100000');
});
afterEach(() => world.verify());

type Record = {
  num: string;
  left: string;
  by_book: string;
  by_fund: string;
  by_others: string;
  lost: string;
  returned: string;
  fee: string;
  mark: string;
};
const records = (user: string): Promise<Record[]> => world.call('x.liquidations', {}, user);
/** User 1 is long and user 2 short `quantity` ETH at 2000. */
const open = async (quantity: string, leverage: number) => {
  await world.place('2', `sell ${quantity} at 2000`, { leverage: 2 });
  await world.place('1', `buy ${quantity} at 2000`, { leverage });
};

describe('liquidation', () => {
  it('waits for the price that the position names, and not a hundredth more', async () => {
    await open('1', 10);
    const { liquidation } = (await world.position('1')) as { liquidation: string };
    // 2000 × (1 − 1/10) ÷ (1 − 0.4 % − 0.05 %), rounded down at the eighth decimal.
    expect(liquidation).toBe('1808.13661476');
    await world.print('1808.14');
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
    await world.print('1808.13');
    expect(await world.show('1')).toBe('none');
    expect(await records('1')).toMatchObject([{ mark: '1808.13', num: '1', left: '0' }]);
  });

  it('sells into the book, takes its fee for the insurance fund, and returns the rest', async () => {
    await open('1', 10);
    await world.print('1850');
    await world.place('3', 'buy 1 at 1807.5', { leverage: 2 });
    await world.print('1808');
    expect(await records('1')).toMatchObject([{ by_book: '1', by_fund: '0', fee: '6.59625', returned: '0', lost: '200' }]);
    expect(await world.show('3')).toBe('long 1 for 1807.5 on 903.75');
    expect(await world.money('1')).toBe('99799 + 0 + 0');
    expect(await world.house('insurance-fund')).toBe('1000006.59625');
  });

  it('returns what is left when the book pays more than the fee takes', async () => {
    await open('1', 10);
    await world.print('1850');
    await world.place('3', 'buy 1 at 1830', { leverage: 2 });
    await world.print('1808');
    const [record] = await records('1');
    expect(record).toMatchObject({ by_book: '1', fee: '9.15', returned: '19.935', lost: '180.065' });
    expect(await world.money('1')).toBe('99818.935 + 0 + 0');
  });

  it('gives to the fund at the bankruptcy price what nobody buys, and the fund sells it later', async () => {
    await open('1', 10);
    await world.print('1808');
    expect(await records('1')).toMatchObject([{ by_book: '0', by_fund: '1', lost: '200', returned: '0', fee: '0' }]);
    expect(await world.money('1')).toBe('99799 + 0 + 0');
    await world.place('3', 'buy 1 at 1805', { leverage: 2 });
    await world.print('1808');
    expect(await world.show('3')).toBe('long 1 for 1805 on 902.5');
    expect(await world.house('insurance-fund')).toBe('1000005');
    expect(
      (await world.db.read.query('SELECT 1 FROM perpetual_positions WHERE user_id NOT IN (1, 2, 3) AND closed_at IS NULL')).rows,
    ).toEqual([]);
  });

  it('never costs more than the margin when the price leaps over everything, and the fund bears the rest', async () => {
    await open('10', 50);
    await world.print('1900');
    expect(await world.money('1')).toBe('99590 + 0 + 0');
    await world.place('3', 'buy 10 at 1895', { leverage: 2 });
    await world.print('1900');
    // Taken over at 1960, sold at 1895.
    expect(await world.house('insurance-fund')).toBe('999350');
  });

  it('cancels the open orders of the owner in that market first', async () => {
    await open('1', 10);
    await world.place('1', 'buy 1 at 1805');
    await world.place('1', 'sell 1 at 2100', { isReduceOnly: true });
    // The owner's own two quotes pull the mark a little up from the index.
    await world.print('1805');
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
    expect(await world.money('1')).toBe('99799 + 0 + 0');
  });

  it('of a large position is partial first: down to the tier below', async () => {
    for (const user of ['2', '3']) await world.fund(user, '1000000');
    await open('100', 20);
    await world.place('3', 'buy 200 at 1921', { leverage: 2 });
    const { liquidation } = (await world.position('1')) as { liquidation: string };
    expect(Number(liquidation)).toBeGreaterThan(1917);
    await world.print('1917');
    const [record] = await records('1');
    expect(record).toMatchObject({ num: '73.91758', left: '26.08242', by_book: '73.91758', returned: '0' });
    const position = await world.position('1');
    // What closing gave back stays with what is open.
    expect(Number(position?.margin)).toBeGreaterThan(2_600);
    await world.print('1917');
    expect((await records('1')).length).toBe(1);
  });

  it('takes from the most profitable other side when the fund can not, and shows it to them', async () => {
    await world.setFund('0');
    await world.place('3', 'sell 4 at 2000', { leverage: 10 });
    await world.place('2', 'sell 6 at 2000', { leverage: 2 });
    await world.place('1', 'buy 10 at 2000', { leverage: 50 });
    await world.print('1900');
    expect(await records('1')).toMatchObject([{ by_book: '0', by_fund: '0', by_others: '10', lost: '400' }]);
    expect([await world.show('1'), await world.show('2'), await world.show('3')]).toEqual(['none', 'none', 'none']);
    // Bankruptcy at 1960: the shorts win 40 an ETH, and the 400 of margin pays exactly for it.
    expect(await world.money('3')).toBe('100158.4 + 0 + 0');
    const orders: { origin: string; profit: string }[] = await world.call('spot.history', { type: 'perpetual' }, '3');
    expect(orders[0]).toMatchObject({ origin: 'auto_deleverage', profit: '160', fee: '0' });
    expect(await world.call('option.records', { type: 'perpetual' }, '3')).toMatchObject([{ reason: 'auto_deleverage' }]);
  });

  it('waits where the fund would have to close its own position with a loss that it has no money for, and nobody else can take it', async () => {
    await world.setFund('0');
    await open('1', 10);
    await world.print('1808');
    await world.print('1500');
    // The fund is long 1 for 1800; now user 3 is the only short, and nobody is long with a profit.
    await world.place('2', 'buy 1 at 1500', { isReduceOnly: true });
    await world.place('3', 'sell 1 at 1500');
    await world.print('1645');
    expect(await world.show('3')).toBe('short 1 for 1500 on 150');
    expect(await records('3')).toEqual([]);
    await world.setFund('75');
    await world.print('1645');
    expect(await world.show('3')).toBe('short 0.5 for 750 on 75');
    expect(await records('3')).toMatchObject([{ num: '0.5', left: '0.5', by_fund: '0.5', lost: '75', returned: '0' }]);
    expect(await world.house('insurance-fund')).toBe('0');
    await world.setFund('80');
    await world.print('1645');
    expect(await world.show('3')).toBe('none');
    expect(await world.house('insurance-fund')).toBe('5');
  });

  it('of a short works the other way round', async () => {
    await world.place('2', 'buy 1 at 2000', { leverage: 2 });
    await world.place('1', 'sell 1 at 2000', { leverage: 10 });
    await world.print('2190.14');
    expect(await world.show('1')).toBe('short 1 for 2000 on 200');
    await world.print('2190.15');
    expect(await records('1')).toMatchObject([{ by_fund: '1', lost: '200' }]);
  });

  const markOf = async () => {
    const { rows } = (await world.call('x.marks', { is_cs: '0' }, null)) as { rows: { market: string; mark: string }[] };
    return rows.find(({ market }) => market === 'ETH-USDT')?.mark;
  };
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) await world.print('2000');
  };

  it('is not set off by a book alone: the mark stays within 0.5 % of the index', async () => {
    await open('1', 50);
    // Whoever wants the mark lower offers 10,000 USDT below the index for as long as that takes.
    await world.place('2', 'sell 5 at 1900', { leverage: 2 });
    await world.place('3', 'buy 5.5 at 1801', { leverage: 2 });
    await wait(120);
    expect(await world.show('1')).toBe('long 1 for 2000 on 40');
    expect(await markOf()).toBe('1990');
  });

  it.each([
    { name: 'of the smallest size a percent below the index', orders: ['sell 0.01 at 1981', 'buy 0.01 at 1979'] },
    { name: 'with little in front of much', orders: ['sell 0.01 at 1981', 'sell 5 at 2001', 'buy 0.01 at 1979', 'buy 5.5 at 1979'] },
    { name: 'far apart, with the index in between', orders: ['sell 5 at 2001', 'buy 5.5 at 1801'] },
    { name: 'of which one side is thin', orders: ['sell 5 at 1980', 'buy 4.9 at 1979'] },
  ])('is not set off by orders $name: nobody is liquidated and no stop comes up', async ({ orders }) => {
    await world.place('2', 'sell 2 at 2000', { leverage: 2 });
    await world.place('1', 'buy 1 at 2000', { leverage: 100 });
    await world.fund('4', '1000');
    await world.place('4', 'buy 1 at 2000', { leverage: 10, stopLoss: '1995' });
    for (const order of orders) await world.place(order.startsWith('sell') ? '2' : '3', order, { leverage: 2 });
    await wait(120);
    expect(Number(await markOf())).toBeGreaterThan(1_999);
    expect(await world.show('1')).toBe('long 1 for 2000 on 20');
    expect(await world.show('4')).toBe('long 1 for 2000 on 200');
  });

  it('comes no nearer by a second of whatever offer, and the mark goes back to the index as slowly as it left', async () => {
    await open('1', 50);
    const offer = await world.place('2', 'sell 5.6 at 1801', { leverage: 2 });
    await world.place('3', 'buy 5.6 at 1800.5', { leverage: 2 });
    await wait(1);
    // A sixtieth of one percent, however far below the offer is.
    expect(await markOf()).toBe('1999.66666667');
    await world.cancel('2', offer.id);
    await wait(1);
    expect(await markOf()).toBe('1999.67222222');
  });

  it('of several positions whose prices one gap leaps over happens once each, and nobody pays more than the margin', async () => {
    const leverages = [100, 50, 20, 10, 4] as const;
    for (const leverage of leverages) await world.fund(String(leverage), '1000');
    await world.place('2', 'sell 5 at 2000', { leverage: 2 });
    for (const leverage of leverages) await world.place(String(leverage), 'buy 1 at 2000', { leverage });
    await world.place('3', 'buy 1.5 at 1890', { leverage: 2 });
    await world.print('1780');
    for (let second = 0; second < 3; second += 1) await world.print('1780');
    const shown = await Promise.all(leverages.map(async (leverage) => [leverage, await world.show(String(leverage))]));
    expect(shown.filter(([, show]) => show !== 'none')).toEqual([[4, 'long 1 for 2000 on 500']]);
    for (const leverage of [100, 50, 20, 10]) {
      expect(await records(String(leverage))).toHaveLength(1);
      const [available = '', held, margin] = (await world.money(String(leverage))).split(' + ');
      expect([held, margin]).toEqual(['0', '0']);
      // The fee of opening is 1.
      expect(Number(available)).toBeGreaterThanOrEqual(999 - 2_000 / leverage);
    }
  });

  it('whose price came while the feed was silent happens with the first print after it', async () => {
    await open('1', 10);
    await world.print('1900');
    world.clock.at += 3_600_000;
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
    await world.print('1700');
    await world.print('1990');
    expect(await records('1')).toMatchObject([{ mark: '1700', lost: '200' }]);
  });

  it('does not happen, nor a second time, by prints from before a clock that was set back', async () => {
    await world.place('3', 'buy 1 at 1810', { leverage: 2 });
    await open('2', 10);
    await world.print('1990');
    world.clock.at -= 60_000;
    await world.print('1700', 0);
    expect(await world.show('1')).toBe('long 2 for 4000 on 400');
    // Orders go on meanwhile, by the index.
    await world.place('1', 'sell 1 at 1810', { isReduceOnly: true });
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
    world.clock.at += 60_000;
    await world.print('1700');
    world.clock.at -= 60_000;
    await world.print('1700', 0);
    expect(await records('1')).toHaveLength(1);
    expect(await world.show('1')).toBe('none');
  });

  it('survives a restart: what is due afterwards is found', async () => {
    await open('1', 10);
    await world.restart();
    await world.print('1808');
    expect(await world.show('1')).toBe('none');
  });
});

describe('take-profit and stop-loss', () => {
  beforeEach(async () => {
    await world.place('2', 'sell 1 at 2000', { leverage: 2 });
    await world.place('1', 'buy 1 at 2000', { takeProfit: '2100', stopLoss: '1950' });
  });

  it('close the position once the mark is there, and say so', async () => {
    await world.place('3', 'buy 3 at 2099', { leverage: 2 });
    await world.print('2099.99');
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
    await world.print('2100');
    await world.print('2101');
    expect(await world.show('1')).toBe('none');
    expect(await world.show('3')).toBe('long 1 for 2099 on 1049.5');
    expect(await world.call('option.records', { type: 'perpetual' }, '1')).toMatchObject([{ reason: 'take_profit', profit: '99' }]);
  });

  it('wait for the other side, and come up again with every mark until it is there', async () => {
    await world.print('1940');
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
    await world.place('3', 'buy 0.4 at 1940', { leverage: 2 });
    await world.print('1940');
    expect(await world.show('1')).toBe('long 0.6 for 1200 on 120');
    await world.place('3', 'buy 2 at 1939', { leverage: 2 });
    await world.print('1940');
    await world.print('1940');
    expect(await world.show('1')).toBe('none');
    const orders: { origin: string; num: string }[] = await world.call('spot.history', { type: 'perpetual' }, '1');
    expect(orders.filter(({ origin }) => origin === 'stop_loss').map(({ num }) => num)).toEqual(['0.6', '1']);
  });

  it('happen once when the clock is set back around them', async () => {
    await world.place('3', 'buy 3 at 2099', { leverage: 2 });
    world.clock.at -= 3_600_000;
    await world.print('2100', 3_600);
    expect(await world.show('1')).toBe('none');
    world.clock.at -= 60_000;
    await world.print('2101', 0);
    await world.print('1900', 0);
    expect(await world.show('3')).toBe('long 1 for 2099 on 1049.5');
  });

  it('are gone with the position', async () => {
    await world.place('3', 'buy 1 at 2000', { leverage: 2 });
    await world.place('1', 'sell 1 at 2000');
    await world.place('3', 'sell 1 at 2000');
    await world.place('1', 'buy 1 at 2000');
    await world.print('1940');
    expect(await world.show('1')).toBe('long 1 for 2000 on 200');
  });
});
