import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld, MORNING, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';

let world: PerpetualWorld;
/** 08:00, two hours after the clock's start. */
const EIGHT = MORNING + 2 * 3_600_000;
beforeEach(async () => {
  world = await createPerpetualWorld();
  for (const user of ['1', '2', '3']) await world.fund(user, '10000');
  await world.print('2000');
});
afterEach(() => world.verify());

type Rate = { time: number; rate: string; mark: string; premium: string; samples: number; skipped: string | null };
type Payment = { amount: string; rate: string; type: string };
const rates = (): Promise<Rate[]> => world.call('x.fundingRates', { market: 'ETH-USDT', is_cs: '0' }, null);
const payments = (user: string): Promise<Payment[]> => world.call('x.fundingPayments', {}, user);
const open = async () => {
  await world.place('2', 'sell 1.00001 at 2000');
  await world.place('1', 'buy 1.00001 at 2000');
};
/** Moves the clock to `at` and prints. */
const printAt = (at: number, price = '2000') => world.print(price, (at - world.clock.at) / 1_000);

describe('funding', () => {
  it('is exchanged at the instant: payer up, receiver down, remainder to rounding', async () => {
    await open();
    await printAt(EIGHT - 1_000);
    expect(await payments('1')).toEqual([]);
    await printAt(EIGHT);
    // No premium: the interest of 0.01 %. 2000 × 1.00001 × 0.0001 = 0.2000020.
    expect(await rates()).toMatchObject([{ time: EIGHT, rate: '0.0001', mark: '2000', skipped: null }]);
    expect(await payments('1')).toMatchObject([{ amount: '-0.200002', rate: '0.0001', type: 'long' }]);
    expect(await payments('2')).toMatchObject([{ amount: '0.200002', type: 'short' }]);
    expect(await world.position('1')).toMatchObject({ funding: '-0.200002', margin: '200.002' });
  });

  it('rounds against the payer and keeps the remainder', async () => {
    await open();
    await printAt(EIGHT, '2000.01');
    // 2000.01 × 1.00001 × 0.0001 = 0.200003 00001.
    expect([(await payments('1'))[0]?.amount, (await payments('2'))[0]?.amount]).toEqual(['-0.20000301', '0.200003']);
    expect(await world.house('rounding')).toBe('0.00000001');
  });

  it('follows the premium of the book, averaged over its samples', async () => {
    await open();
    await world.place('3', 'buy 5 at 2003', { leverage: 5 });
    await world.place('3', 'sell 5 at 2005', { leverage: 5 });
    // By then the average distance is the whole of it, but for what its last decimals round off.
    for (let second = 0; second < 960; second += 1) await world.print('2000');
    await world.db.read.query('DELETE FROM perpetual_premiums WHERE minute < $1', [MORNING + 16 * 60_000]);
    await printAt(EIGHT);
    const [rate] = await rates();
    // (2003 − 2000) ÷ 2000 = 0.15 %, less 0.05 %.
    expect(rate).toMatchObject({ premium: '0.00149999', rate: '0.00099999', samples: 1 });
  });

  it('is not steered by offers that stand for the first print of each minute alone', async () => {
    await open();
    const wait = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) await world.print('2000');
    };
    await wait(58);
    for (let minute = 0; minute < 5; minute += 1) {
      const offers = [
        await world.place('3', 'sell 5.1 at 1980', { leverage: 2 }),
        await world.place('2', 'buy 5.1 at 1979', { leverage: 2 }),
      ];
      await wait(1);
      await world.cancel('3', offers[0]?.id ?? '');
      await world.cancel('2', offers[1]?.id ?? '');
      await wait(59);
    }
    await printAt(EIGHT);
    const [rate] = await rates();
    expect(rate?.samples).toBeGreaterThanOrEqual(5);
    // About a sixtieth of the percent that was shown, not the percent.
    expect(Number(rate?.premium)).toBeGreaterThan(-0.0003);
    expect(rate).toMatchObject({ rate: '0.0001' });
  });

  it('is taken from the margin when nothing else is there, and brings liquidation nearer', async () => {
    await open();
    const before = await world.position('1');
    await world.perpetual.changeMargin(
      { userId: '1', mode: 'real' },
      { positionId: before?.id ?? '', amount: await world.balanceOf('user:1:real:USDT:available'), requestId: 'r'.repeat(20) },
    );
    const full = await world.position('1');
    await printAt(EIGHT);
    const after = await world.position('1');
    expect(Number(full?.margin) - Number(after?.margin)).toBeCloseTo(0.200002, 8);
    expect(Number(after?.liquidation ?? 0)).toBeGreaterThanOrEqual(Number(full?.liquidation ?? 0));
  });

  it('happens once, whatever prints come, also after a restart', async () => {
    await open();
    await printAt(EIGHT);
    await printAt(EIGHT + 1_000);
    await world.restart();
    await printAt(EIGHT + 2_000);
    expect(await rates()).toHaveLength(1);
    expect(await payments('1')).toHaveLength(1);
    await printAt(EIGHT + 8 * 3_600_000);
    expect((await rates()).map(({ time }) => time)).toEqual([EIGHT + 8 * 3_600_000, EIGHT]);
  });

  it('comes late when the feed does, and is left out visibly when that takes more than ten minutes', async () => {
    await open();
    await printAt(EIGHT + 10 * 60_000);
    expect(await rates()).toMatchObject([{ time: EIGHT, skipped: null }]);
    const next = EIGHT + 8 * 3_600_000;
    await printAt(next + 10 * 60_000 + 1_000);
    expect(await rates()).toMatchObject([{ time: next, skipped: 'no_prints' }, { time: EIGHT }]);
    expect(await payments('1')).toHaveLength(1);
  });

  it('is not forgotten when the exchange was down at the first instant of all', async () => {
    await open();
    await world.perpetual.stop();
    world.clock.at = EIGHT + 60_000;
    await world.restart();
    await world.print('2000');
    expect(await rates()).toMatchObject([{ time: EIGHT, skipped: null }]);
  });

  it('missed while the exchange was down is settled or left out once it is back', async () => {
    await open();
    await printAt(EIGHT);
    await world.perpetual.stop();
    world.clock.at = EIGHT + 24 * 3_600_000 + 30_000;
    await world.restart();
    for (let second = 0; second < 6; second += 1) await world.print('2000');
    expect((await rates()).map(({ time, skipped }) => [(time - EIGHT) / 3_600_000, skipped])).toEqual([
      [24, null],
      [16, 'no_prints'],
      [8, 'no_prints'],
      [0, null],
    ]);
    expect(await payments('1')).toHaveLength(2);
  });

  it('does not move when the clock is set back', async () => {
    await open();
    await printAt(EIGHT);
    world.clock.at = EIGHT - 60_000;
    await world.print('1700', 0);
    expect(await world.show('1')).toBe('long 1.00001 for 2000.02 on 200.002');
    await printAt(EIGHT);
    expect(await payments('1')).toHaveLength(1);
  });
});
