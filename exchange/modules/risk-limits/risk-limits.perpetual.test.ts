import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld, MORNING, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { perpetualRisk } from '../perpetual/perpetual';
import { RISK_LIMITS } from '../../../lib/protocol/wire';
import { createId } from '../../platform/ids';
import type { AskedLimits } from './risk-limits.service';
import { TEST_KEYS } from './risk-limits.terms';

let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld({ isLimited: true });
  for (const user of ['1', '2', '3']) await world.fund(user, '100000');
  await qualify('2');
  await qualify('3');
});
afterEach(() => world.verify());

const product = 'perpetual';
const ownerOf = (userId: string) => ({ userId, mode: 'real' as const });

async function qualify(userId: string) {
  await world.riskLimits.accept(ownerOf(userId), { product, requestId: createId() });
  await world.riskLimits.takeTest(ownerOf(userId), { product, answers: TEST_KEYS.perpetual, requestId: createId() });
}

function setLimits(limits: Partial<Record<string, string>>) {
  const asked = Object.fromEntries(RISK_LIMITS.map((kind) => [kind, limits[kind] ?? null])) as AskedLimits;
  return world.riskLimits.setLimits({ ...ownerOf('1'), sessionId: '1' }, { product, asked, requestId: createId() });
}

describe('consent and test', () => {
  it('error: an order on the real account is refused before the disclosure and the test of perpetual contracts', async () => {
    await expect(world.place('1', 'buy 1 at 2000')).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' });
    await world.riskLimits.accept(ownerOf('1'), { product, requestId: createId() });
    await expect(world.place('1', 'buy 1 at 2000')).rejects.toMatchObject({ code: 'TEST_REQUIRED' });
    await world.riskLimits.takeTest({ userId: '1', mode: 'demo' }, { product: 'option', answers: TEST_KEYS.option, requestId: createId() });
    await expect(world.place('1', 'buy 1 at 2000')).rejects.toMatchObject({ code: 'TEST_REQUIRED' });
    await world.riskLimits.takeTest(ownerOf('1'), { product, answers: TEST_KEYS.perpetual, requestId: createId() });
    await world.place('1', 'buy 1 at 2000');
  });

  it('is asked for an opening order alone, and a repeated request keeps its answer', async () => {
    await qualify('1');
    await world.place('2', 'sell 2 at 2000');
    const requestId = createId();
    const answer = await world.place('1', 'buy 1 at 2000', { requestId });
    await world.riskLimits.pause(ownerOf('1'), { product, days: '3', requestId: createId() });
    expect(await world.place('1', 'buy 1 at 2000', { requestId })).toEqual(answer);
    await expect(world.place('1', 'buy 1 at 2000')).rejects.toMatchObject({ code: 'TRADING_PAUSED' });
    await world.place('2', 'buy 2 at 1999');
    await world.place('1', 'sell 0.4 at 1999');
    await world.place('1', 'sell 0.4', { isReduceOnly: true });
    await expect(world.place('1', 'sell 0.3')).rejects.toMatchObject({ code: 'TRADING_PAUSED' });
    const position = await world.position('1');
    await world.perpetual.closePosition(ownerOf('1'), { positionId: position?.id ?? '', requestId: createId(), quantity: null });
    expect(await world.show('1')).toBe('none');
  });

  it('a break that began with seconds contracts on the demo account holds for perpetual contracts on the real one', async () => {
    await qualify('1');
    await world.riskLimits.pause({ userId: '1', mode: 'demo' }, { product: 'option', days: '1', requestId: createId() });
    await expect(world.place('1', 'buy 1 at 2000')).rejects.toMatchObject({ code: 'TRADING_PAUSED' });
  });
});

it('an account that made a profit before the fee of its liquidation, and none after it, counts as a losing one', async () => {
  await qualify('1');
  await world.db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code) SELECT n, 'user' || n, 'user' || n, 'AAAAAAA' || n FROM generate_series(1, 3) n`,
  );
  await world.place('2', 'sell 1 at 2000', { leverage: 2 });
  await world.place('1', 'buy 1 at 2000');
  await world.place('2', 'buy 0.5 at 2100', { leverage: 2 });
  await world.place('1', 'sell 0.5 at 2100', { isReduceOnly: true });
  await world.place('3', 'buy 0.5 at 1910', { leverage: 2 });
  await world.print('1808');
  // Half closed with 50 of profit, half liquidated with a loss of 45; fees 2.0025; then 0.5 % of 955 to the insurance fund.
  expect(await world.money('1')).toBe('99998.2225 + 0 + 0');
  expect(await world.riskLimits.read(ownerOf('1'), product)).toMatchObject({
    losing_share: null,
    record: { count: 1, right: 0, profit: '-1.7775' },
  });
  expect(await perpetualRisk.countLosers(world.db.read, 'real')).toEqual({ losing: 1, all: 1 });
});

describe('limits', () => {
  beforeEach(() => qualify('1'));

  it('the stake of an order is the margin that it puts up', async () => {
    await setLimits({ stake: '200' });
    await expect(world.place('1', 'buy 1.01 at 2000')).rejects.toMatchObject({ code: 'STAKE_LIMIT', params: { limit: '200' } });
    await world.place('1', 'buy 1 at 2000');
    await world.place('1', 'buy 10 at 2000', { leverage: 100 });
  });

  it('what goes on of a market order in the next transactions is a stake as well, but for what it closes', async () => {
    const crowd = (side: string) => Promise.all(Array.from({ length: 55 }, () => world.place('2', `${side} 0.01 at 2000`)));
    const sells = async () => {
      await crowd('sell');
      await world.place('3', 'sell 0.45 at 2000');
    };
    await setLimits({ stake: '250' });
    await sells();
    await world.place('1', 'buy 1');
    await world.perpetual.settled();
    await setLimits({ stake: '150' });
    await world.place('3', 'buy 0.45 at 2000');
    await crowd('buy');
    await world.place('1', 'sell 1');
    await world.perpetual.settled();
    expect(await world.show('1')).toBe('none');
    await sells();
    await expect(world.place('1', 'buy 1')).rejects.toMatchObject({ code: 'STAKE_LIMIT', params: { limit: '150' } });
    await world.perpetual.settled();
    expect(await world.show('1')).toBe('none');
  });

  it.each(['stake_day', 'stake_week', 'stake_month'])('%s counts filled and resting margin, also within one transaction', async (kind) => {
    await setLimits({ [kind]: '500' });
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 1 at 2000');
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => world.place('1', 'buy 0.75 at 2000')));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await world.place('2', 'buy 1 at 2001');
    await world.place('1', 'sell 1 at 2001');
    expect(await world.show('1')).toBe('none');
    await expect(world.place('1', 'buy 0.01 at 2000')).rejects.toMatchObject({ code: 'STAKE_LIMIT' });
  });

  it.each(['loss_day', 'loss_week', 'loss_month'])(
    '%s counts a partly closed position with its fees, and what is open as lost',
    async (kind) => {
      await setLimits({ [kind]: '400' });
      await world.place('2', 'sell 1 at 2000');
      await world.place('1', 'buy 1 at 2000');
      await world.place('2', 'buy 0.5 at 1900');
      await world.place('1', 'sell 0.5 at 1900');
      // Lost 50 and fees of 1.00 and 0.475; 100 of margin is open.
      expect((await world.riskLimits.read(ownerOf('1'), product)).loss_today).toBe('51.475');
      await expect(world.place('1', 'buy 1.243 at 2000')).rejects.toMatchObject({ code: 'LOSS_LIMIT', params: { limit: '400' } });
      await world.place('1', 'buy 1.242 at 2000');
    },
  );

  it.each(['loss_day', 'loss_week', 'loss_month'])(
    '%s counts margin that is added by hand or by less leverage, and less is not',
    async (kind) => {
      await setLimits({ [kind]: '400' });
      await world.place('2', 'sell 1 at 2000');
      await world.place('1', 'buy 1 at 2000');
      const positionId = (await world.position('1'))?.id ?? '';
      const add = (amount: bigint) =>
        world.perpetual.changeMargin(ownerOf('1'), { positionId, amount: amount * 10n ** 8n, requestId: createId() });
      const lever = (leverage: number) => world.perpetual.changeLeverage(ownerOf('1'), { positionId, leverage, requestId: createId() });
      // A fee of 1 is lost, 200 are at risk: 199 more may be.
      await expect(add(200n)).rejects.toMatchObject({ code: 'LOSS_LIMIT', params: { limit: '400' } });
      await expect(lever(4)).rejects.toMatchObject({ code: 'LOSS_LIMIT' });
      const both = await Promise.allSettled([add(150n), add(150n)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(world.place('1', 'buy 0.25 at 1990')).rejects.toMatchObject({ code: 'LOSS_LIMIT' });
      await add(-100n);
      await lever(8);
      await world.place('1', 'buy 0.25 at 1990');
    },
  );

  it('on a break margin may still be added, but not past a limit of losses', async () => {
    await world.place('2', 'sell 1 at 2000');
    await world.place('1', 'buy 1 at 2000');
    await setLimits({ loss_day: '300' });
    await world.riskLimits.pause(ownerOf('1'), { product, days: '1', requestId: createId() });
    const positionId = (await world.position('1'))?.id ?? '';
    const add = (amount: bigint) =>
      world.perpetual.changeMargin(ownerOf('1'), { positionId, amount: amount * 10n ** 8n, requestId: createId() });
    await add(99n);
    await expect(add(1n)).rejects.toMatchObject({ code: 'LOSS_LIMIT' });
  });

  it('counts funding, and a liquidation with its fee, and shows the same loss with either product', async () => {
    await world.print('2000');
    await world.place('2', 'sell 1 at 2000', { leverage: 2 });
    await world.place('1', 'buy 1 at 2000');
    await world.print('2000', (MORNING + 2 * 3_600_000 - world.clock.at) / 1_000);
    // The fee of 1.00 and funding of 0.20; then 200 of margin, of which 6.59625 went to the insurance fund.
    expect((await world.riskLimits.read(ownerOf('1'), product)).loss_today).toBe('1.2');
    await world.print('1850');
    await world.place('3', 'buy 1 at 1807.5', { leverage: 2 });
    await world.print('1808');
    expect(await world.money('1')).toBe('99798.8 + 0 + 0');
    expect((await world.riskLimits.read(ownerOf('1'), product)).loss_today).toBe('201.2');
    expect((await world.riskLimits.read(ownerOf('1'), 'option')).loss_today).toBe('201.2');
    expect((await world.riskLimits.read(ownerOf('1'), product)).record).toEqual({ count: 1, right: 0, profit: '-201.2' });
    await setLimits({ loss_day: '250' });
    await expect(world.place('1', 'buy 0.5 at 1800')).rejects.toMatchObject({ code: 'LOSS_LIMIT' });
  });
});
