import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { RISK_LIMITS, type TradingBreak, MODES, type Mode } from '../../../lib/protocol/wire';
import { createId } from '../../platform/ids';
import { createTestPlatform } from '../../platform/test-platform';
import { optionRisk } from '../options/options';
import { perpetualRisk } from '../perpetual/perpetual';
import { type AskedLimits, createRiskLimitsService } from './risk-limits.service';
import { TEST_KEYS } from './risk-limits.terms';

/** Units that one command may cost in a transaction. */
const COST_MAX = 30;
let world: PerpetualWorld;
const product = 'perpetual';
const ownerOf = (userId: string, mode: Mode = 'real') => ({ userId, mode });

async function join(userId: string, mode: Mode = 'real') {
  await world.fund(userId, '100000', mode);
  await world.riskLimits.accept(ownerOf(userId, mode), { product, requestId: createId() });
  await world.riskLimits.takeTest(ownerOf(userId, mode), { product, answers: TEST_KEYS.perpetual, requestId: createId() });
}

beforeEach(async () => {
  world = await createPerpetualWorld({ isLimited: true, costMax: COST_MAX });
  for (const user of ['1', '2']) for (const mode of MODES) await join(user, mode);
});
afterEach(() => world.verify());

const pause = (days: TradingBreak = '180', riskLimits = world.riskLimits) =>
  riskLimits.pause(ownerOf('1'), { product, days, requestId: createId() });
const orderOf = async (id: string) => {
  const sql = 'SELECT status, reason, filled FROM perpetual_orders WHERE id = $1';
  return (await world.db.read.query<{ status: string; reason: string | null; filled: string }>(sql, [id])).rows[0];
};
/** The limits of another process: it tells nobody here. */
const elsewhere = () =>
  createRiskLimitsService(
    { ...createTestPlatform(world.db).platform, clock: world.clock },
    { option: optionRisk, perpetual: perpetualRisk },
    { confirmLoosening: async () => undefined },
  );

describe('a break', () => {
  it.each(MODES)('ends resting orders that open a position, on the %s account too, with a reason, and tells their owner', async (mode) => {
    const { id } = await world.place('1', 'buy 10 at 1990', { mode, leverage: 50 });
    world.events.length = 0;
    await pause();
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', reason: 'ORDER_ENDED_BY_BREAK', filled: '0' });
    expect(world.events).toContainEqual({ kind: 'account', userId: '1', mode, changed: ['orders', 'balances'], market: 'ETH-USDT' });
    expect(await world.money('1', mode)).toBe('100000 + 0 + 0');
    await world.place('2', 'sell 10 at 1990', { mode });
    expect(await world.show('1', mode)).toBe('none');
  });

  it('ends no more orders in one transaction than a command may cost, and the rest in the next ones', async () => {
    await Promise.all(Array.from({ length: 130 }, () => world.place('1', 'buy 0.01 at 1990')));
    await pause();
    await expect.poll(() => world.bookOf()).toEqual({ bids: [], asks: [] });
    const sql = `SELECT count(*) AS n FROM perpetual_orders WHERE reason = 'ORDER_ENDED_BY_BREAK' GROUP BY xmin::text ORDER BY 1`;
    const { rows } = await world.db.read.query<{ n: string }>(sql);
    const whole = Math.floor(130 / COST_MAX);
    expect(rows.map(({ n }) => Number(n))).toEqual([130 - whole * COST_MAX, ...Array(whole).fill(COST_MAX)]);
  });

  it('that began in another process keeps a later fill from opening a position, before anybody has ended the order', async () => {
    const { id } = await world.place('1', 'buy 10 at 1990');
    const { id: other } = await world.place('2', 'buy 10 at 1980');
    await pause('1', elsewhere());
    expect(await orderOf(id)).toMatchObject({ status: 'open' });
    await world.fund('3', '100000');
    await join('3');
    await world.place('3', 'sell 10 at 1980');
    expect(await world.show('1')).toBe('none');
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', reason: 'ORDER_ENDED_BY_BREAK' });
    expect(await orderOf(other)).toMatchObject({ status: 'filled' });
  });

  it('that began while no process wrote the book is held to by the next one, also when nobody trades', async () => {
    const { id } = await world.place('1', 'buy 10 at 1990');
    await world.perpetual.stop();
    await pause('1', elsewhere());
    await world.restart();
    await world.print('2000');
    await expect.poll(async () => (await orderOf(id))?.status).toBe('cancelled');
    expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
  });

  it('leaves orders that only reduce, and those that are placed when it is over', async () => {
    await world.place('2', 'sell 2 at 2000');
    await world.place('1', 'buy 2 at 2000');
    const { id } = await world.place('1', 'sell 1 at 2100', { isReduceOnly: true });
    await pause('1');
    expect(await orderOf(id)).toMatchObject({ status: 'open' });
    await world.print('2000', 86_401);
    const later = await world.place('1', 'buy 1 at 1990');
    await world.print('2000');
    expect(await orderOf(later.id)).toMatchObject({ status: 'open' });
    await world.place('2', 'buy 1 at 2100');
    expect(await orderOf(id)).toMatchObject({ status: 'filled' });
  });

  it('of more members than one transaction ends holds for the last of them as well', async () => {
    const members = Array.from({ length: 18 }, (_, index) => String(index + 100));
    for (const member of members) {
      await join(member);
      await world.place(member, 'buy 1 at 1990');
    }
    const riskLimits = elsewhere();
    for (const member of members) await riskLimits.pause(ownerOf(member), { product, days: '1', requestId: createId() });
    await world.place('2', 'sell 18 at 1990');
    for (const member of members) expect(await world.show(member)).toBe('none');
    expect(await world.bookOf()).toEqual({ bids: [], asks: ['18 at 1990'] });
  });
});

it.each(['frozen_at', 'house_frozen_at', 'closed_at'])(
  'who is stopped since the call was let in (%s) opens nothing, and may close',
  async (column) => {
    await world.place('2', 'sell 3 at 2000');
    await world.place('1', 'buy 2 at 2000');
    await world.db.read.query(
      `INSERT INTO users (id, username, username_key, referral_code, ${column}) OVERRIDING SYSTEM VALUE VALUES (1, 'ada', 'ada', 'AAAAAAAA', now())`,
    );
    await expect(world.place('1', 'buy 1 at 2000')).rejects.toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(await world.show('1')).toBe('long 2 for 4000 on 400');
    await world.place('2', 'buy 2 at 1990');
    const positionId = (await world.position('1'))?.id ?? '';
    await world.perpetual.closePosition(ownerOf('1'), { positionId, quantity: null, requestId: createId() });
    expect(await world.show('1')).toBe('none');
  },
);

describe('during a break', () => {
  const change = () => ({ requestId: createId() });
  let positionId = '';
  beforeEach(async () => {
    await world.place('2', 'sell 2 at 2000', { leverage: 20 });
    await world.place('1', 'buy 2 at 2000', { stopLoss: '1900' });
    positionId = (await world.position('1'))?.id ?? '';
    await pause('1');
  });

  it('error: leverage is not raised, margin not taken out, a stop-loss neither taken away nor moved away', async () => {
    const { perpetual } = world;
    const owner = ownerOf('1');
    const refused = { code: 'TRADING_PAUSED' };
    await expect(perpetual.changeLeverage(owner, { positionId, leverage: 50, ...change() })).rejects.toMatchObject(refused);
    await perpetual.changeMargin(owner, { positionId, amount: 100n * 10n ** 8n, ...change() });
    await expect(perpetual.changeMargin(owner, { positionId, amount: -(10n ** 8n), ...change() })).rejects.toMatchObject(refused);
    for (const stopLoss of [null, '1899']) {
      await expect(perpetual.changeTriggers(owner, { positionId, takeProfit: null, stopLoss, ...change() })).rejects.toMatchObject(refused);
    }
    expect(await world.show('1')).toBe('long 2 for 4000 on 500');
  });

  it('leverage is lowered, margin added, a stop-loss brought closer, a position closed', async () => {
    const { perpetual } = world;
    const owner = ownerOf('1');
    await perpetual.changeTriggers(owner, { positionId, takeProfit: '2500', stopLoss: '1950', ...change() });
    await perpetual.changeMargin(owner, { positionId, amount: 10n ** 8n, ...change() });
    await perpetual.changeLeverage(owner, { positionId, leverage: 5, ...change() });
    expect(await world.show('1')).toBe('long 2 for 4000 on 800');
    await world.place('2', 'buy 2 at 1990');
    await perpetual.closePosition(owner, { positionId, quantity: null, ...change() });
    expect(await world.show('1')).toBe('none');
  });
});

describe('a limit', () => {
  const setLimits = (limits: Partial<Record<string, string>>) => {
    const asked = Object.fromEntries(RISK_LIMITS.map((kind) => [kind, limits[kind] ?? null])) as AskedLimits;
    return world.riskLimits.setLimits({ ...ownerOf('1'), sessionId: '1' }, { product, asked, requestId: createId() });
  };

  it.each([
    { limits: { stake: '199' }, status: 'cancelled' },
    { limits: { stake_day: '299' }, status: 'cancelled' },
    { limits: { loss_month: '299.99' }, status: 'cancelled' },
    { limits: { stake: '200', stake_day: '300', loss_month: '300' }, status: 'open' },
  ])('of $limits leaves resting orders with margins of 100 and 200 $status', async ({ limits, status }) => {
    const small = await world.place('1', 'buy 0.5 at 2000');
    const large = await world.place('1', 'buy 1 at 2000');
    await setLimits(limits);
    for (const { id } of [small, large]) {
      expect(await orderOf(id)).toMatchObject({ status, reason: status === 'open' ? null : 'ORDER_ENDED_BY_LIMIT' });
    }
  });
});
