import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOptionsWorld, NOON, type OptionsWorld } from '../../../tests/helpers/options-world';
import { optionRisk } from './options';
import { createId } from '../../platform/ids';
import { RISK_LIMITS } from '../../../lib/protocol/wire';
import { isOffered } from '../risk-limits/risk-limits.offered';
import type { AskedLimits } from '../risk-limits/risk-limits.service';
import { LIMIT_WAIT_MS, TEST_KEYS, TEST_WAIT_MS } from '../risk-limits/risk-limits.terms';

let world: OptionsWorld;
beforeEach(async () => {
  world = await createOptionsWorld();
});
afterEach(() => world.verify());

const DAY_MS = 86_400_000;
const owner = { userId: '1', mode: 'demo' } as const;
const product = 'option';

describe('purchase', () => {
  it('counts once for one request number, and refuses the number with another stake', async () => {
    await world.join('1');
    const requestId = createId();
    const first = await world.buy('1', 'up 100', { requestId });
    expect(first).toMatchObject({ price: null, order: { state: 'pending', num: '100', profit: '82', time: 30 } });
    world.feed.state = 'dead';
    expect(await world.buy('1', 'up 100', { requestId })).toEqual(first);
    expect(await world.available('1')).toBe('900');
    await expect(world.buy('1', 'up 101', { requestId })).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
  });

  it.each(['stale', 'dead'] as const)('error: refuses while the feed is %s', async (state) => {
    await world.join('1');
    world.feed.state = state;
    await expect(world.buy('1', 'up 100')).rejects.toMatchObject({ code: 'MARKET_STALE' });
  });

  it('error: refuses while the venues do not confirm the price, and says why', async () => {
    await world.join('1');
    Object.assign(world.feed, { state: 'halted', halt: 'venues' });
    await expect(world.buy('1', 'up 100')).rejects.toMatchObject({ code: 'MARKET_HALTED', params: { reason: 'venues' } });
  });

  it.each([
    { order: 'up 9.99', code: 'OPTION_STAKE_OUT_OF_RANGE' },
    { order: 'up 5000.01', code: 'OPTION_STAKE_OUT_OF_RANGE' },
    { order: 'up 10.000000001', code: 'AMOUNT_PRECISION' },
    { order: 'up 1000.01', code: 'INSUFFICIENT_BALANCE' },
    { order: 'up 10 45', code: 'REQUEST_INVALID' },
  ])('error: $order is refused with $code', async ({ order, code }) => {
    await world.join('1');
    await expect(world.buy('1', order)).rejects.toMatchObject({ code });
    expect(await world.available('1')).toBe('1000');
  });

  it('error: refuses an unknown market, and a real account wherever no country is listed', async () => {
    await world.join('1');
    await world.join('1', '1000', 'real');
    await expect(world.buy('1', 'up 10', { market: 'NIX-USDT' })).rejects.toMatchObject({ code: 'MARKET_UNKNOWN' });
    await expect(world.buy('1', 'up 10', { mode: 'real' })).rejects.toMatchObject({ code: 'OPTION_NOT_OFFERED_HERE' });
    expect(isOffered({ mode: 'real', country: 'CH', countries: ['CH'] })).toBe(true);
    expect(isOffered({ mode: 'real', country: null, countries: ['CH'] })).toBe(false);
    expect(isOffered({ mode: 'demo', country: null, countries: [] })).toBe(true);
  });

  it('error: refuses what the pool can not cover at the worst, and nothing of it is booked', async () => {
    await world.join('1');
    // Empty the pool down to 8.19 USDT: one unit of money less than the profit on a stake of 10.
    const { postJournals } = await import('../ledger/ledger');
    const amount = 999_999_181_000_000n;
    const postings = [
      { address: 'house:demo:options-pool:USDT', amount: -amount },
      { address: 'outside:demo:issuance:USDT', amount },
    ];
    await world.db.transaction((tx) => postJournals(tx, [{ code: 'HOUSE_FUNDING', reference: 'back', at: NOON, postings }]));
    await expect(world.buy('1', 'up 10')).rejects.toMatchObject({ code: 'POOL_EXHAUSTED' });
    expect([await world.available('1'), await world.house()]).toEqual(['1000', ['8.19', '0', '0']]);
  });

  it('buys at a print after the newest one when the clock was set back', async () => {
    await world.join('1');
    await world.print(100, '50');
    await world.buy('1', 'up 10');
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['pending']);
    await world.print(101, '60');
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['running 60']);
  });

  it('commits purchases that come at once together, and refuses alone what the pool can no longer cover', async () => {
    let transactions = 0;
    const counted = await createOptionsWorld((db) => ({
      ...db,
      transaction: (run, options) => {
        transactions += 1;
        return db.transaction(run, options);
      },
    }));
    const users = Array.from({ length: 20 }, (_, index) => String(index + 1));
    for (const user of users) await counted.join(user);
    // The pool is left what 19 right guesses on 10 earn: 8.20 each.
    const amount = 10_000_000n * 10n ** 8n - 19n * 820_000_000n;
    const { postJournals } = await import('../ledger/ledger');
    const postings = [
      { address: 'house:demo:options-pool:USDT', amount: -amount },
      { address: 'outside:demo:issuance:USDT', amount },
    ];
    await counted.db.transaction((tx) => postJournals(tx, [{ code: 'HOUSE_FUNDING', reference: 'back', at: NOON, postings }]));
    transactions = 0;
    const outcomes = await Promise.allSettled(users.map((user) => counted.buy(user, 'up 10')));
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'bought' : (outcome.reason as { code: string }).code));
    expect(codes.filter((code) => code === 'bought')).toHaveLength(19);
    expect(codes.filter((code) => code === 'POOL_EXHAUSTED')).toHaveLength(1);
    expect(await counted.house()).toEqual(['0', '190', '155.8']);
    expect(transactions).toBeLessThan(5);
    await counted.verify();
  });

  it('error: refuses the twenty-first contract at once', async () => {
    await world.join('1');
    for (let n = 0; n < 20; n += 1) await world.buy('1', 'up 10');
    await expect(world.buy('1', 'up 10')).rejects.toMatchObject({ code: 'OPTIONS_OPEN_TOO_MANY' });
  });
});

describe('consent and limits', () => {
  it('error: refuses the first purchase before the disclosure is accepted', async () => {
    await world.join('2');
    await expect(world.service.buy({ userId: '3', mode: 'demo' }, buyOf('10'))).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' });
  });

  it('shows the own record from what was settled, and no share of so few accounts', async () => {
    for (const user of ['1', '2', '3']) await world.join(user);
    expect(await world.riskLimits.read(owner, product)).toMatchObject({ losing_share: null, record: { count: 0, right: 0, profit: '0' } });
    await world.buy('1', 'up 100');
    await world.buy('2', 'down 100');
    await world.buy('3', 'down 100');
    await world.print(1, '100');
    await world.settlement.run();
    await world.printAll(27, ['101', '101', '101', '101', '101']);
    world.at(90);
    await world.settlement.run();
    expect(await world.riskLimits.read(owner, product)).toMatchObject({
      losing_share: null,
      record: { count: 1, right: 1, profit: '82' },
      loss_today: '0',
    });
    expect(await optionRisk.countLosers(world.db.read, 'demo')).toEqual({ losing: 2, all: 3 });
    expect(await world.riskLimits.read({ userId: '2', mode: 'demo' }, product)).toMatchObject({
      loss_today: '100',
      record: { profit: '-100' },
    });
  });

  it('holds a tighter limit at once and a looser one after 24 hours', async () => {
    await world.join('1');
    await setLimits({ stake: '50', loss_day: '100' });
    await expect(world.buy('1', 'up 50.01')).rejects.toMatchObject({ code: 'STAKE_LIMIT', params: { limit: '50' } });
    const { limits } = await setLimits({ stake: '80', loss_day: '100' });
    expect(limits[0]).toEqual({ kind: 'stake', max: '50', later: { max: '80', at: NOON + LIMIT_WAIT_MS } });
    world.at(3_600);
    expect((await setLimits({ stake: '80', loss_day: '100' })).limits[0]?.later?.at).toBe(NOON + LIMIT_WAIT_MS);
    await expect(world.buy('1', 'up 60')).rejects.toMatchObject({ code: 'STAKE_LIMIT' });
    world.time.now = NOON + LIMIT_WAIT_MS;
    await world.buy('1', 'up 60');
  });

  it.each(['loss_day', 'loss_week', 'loss_month'])('counts what runs as lost for the limit %s', async (kind) => {
    await world.join('1');
    await setLimits({ [kind]: '100' });
    await world.buy('1', 'up 60');
    await expect(world.buy('1', 'up 40.01')).rejects.toMatchObject({ code: 'LOSS_LIMIT', params: { limit: '100' } });
    await world.buy('1', 'up 40');
  });

  it.each([
    { kind: 'stake_day', free: '2026-03-02' },
    { kind: 'stake_week', free: '2026-03-02' },
    { kind: 'stake_month', free: '2026-04-01' },
    { kind: 'loss_day', free: '2026-03-02' },
    { kind: 'loss_week', free: '2026-03-02' },
    { kind: 'loss_month', free: '2026-04-01' },
  ])('frees the limit $kind at $free in UTC, not before', async ({ kind, free }) => {
    await world.join('1');
    await setLimits({ [kind]: '100' });
    await world.buy('1', 'up 100');
    await world.print(1, '100');
    await world.printAll(27, ['99', '99', '99', '99', '99']);
    world.at(40);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['lost 100 99']);
    world.time.now = Date.parse(free) - 1;
    await expect(world.buy('1', 'up 10')).rejects.toMatchObject({ code: expect.stringMatching(/^(STAKE|LOSS)_LIMIT$/) });
    world.time.now = Date.parse(free);
    await world.buy('1', 'up 10');
  });

  it('does not count a stake that came back', async () => {
    await world.join('1');
    await setLimits({ stake_day: '100', loss_day: '100' });
    await world.buy('1', 'up 100');
    world.at(70);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['refunded no_strike']);
    await world.buy('1', 'up 100');
  });
});

describe('the test', () => {
  const take = (answers: string) => world.riskLimits.takeTest(owner, { product, answers, requestId: createId() });

  it('error: refuses a purchase before it is passed', async () => {
    await world.riskLimits.accept(owner, { product, requestId: createId() });
    await expect(world.buy('1', 'up 10')).rejects.toMatchObject({ code: 'TEST_REQUIRED' });
  });

  it('blocks for 24 hours after a wrong answer, to the millisecond, and then can be passed', async () => {
    expect((await take('yyyyy')).test).toEqual({ passed: null, next: NOON + TEST_WAIT_MS });
    world.time.now = NOON + TEST_WAIT_MS - 1;
    await expect(take(TEST_KEYS.option)).rejects.toMatchObject({ code: 'TEST_LATER' });
    world.time.now = NOON + TEST_WAIT_MS;
    expect((await take(TEST_KEYS.option)).test).toEqual({ passed: NOON + TEST_WAIT_MS, next: null });
    expect((await take('nnnnn')).test.passed).toBe(NOON + TEST_WAIT_MS);
  });

  it('security: counts one try of all 32 that are sent at once', async () => {
    const all = Array.from({ length: 32 }, (_, n) => [...n.toString(2).padStart(5, '0')].map((bit) => (bit === '1' ? 'y' : 'n')).join(''));
    const outcomes = await Promise.allSettled(all.map(take));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await world.riskLimits.read(owner, product)).test.passed).toBeNull();
  });
});

describe('a break', () => {
  const pause = (days: '1' | '3' | '7' | '180', mode: 'real' | 'demo' = 'demo') =>
    world.riskLimits.pause({ userId: '1', mode }, { product, days, requestId: createId() });

  it('refuses purchases until it is over, and is never shortened', async () => {
    await world.join('1');
    expect((await pause('3')).paused_until).toBe(NOON + 3 * DAY_MS);
    expect((await pause('1')).paused_until).toBe(NOON + 3 * DAY_MS);
    world.time.now = NOON + 3 * DAY_MS - 1;
    await expect(world.buy('1', 'up 10')).rejects.toMatchObject({ code: 'TRADING_PAUSED' });
    world.time.now = NOON + 3 * DAY_MS;
    await world.buy('1', 'up 10');
    await expect(world.db.read.query('UPDATE risk_people SET paused_until = NULL')).rejects.toThrow('not shortened');
  });

  it('holds on both accounts, and lets what runs be settled', async () => {
    await world.join('1');
    await world.buy('1', 'up 10');
    await pause('180', 'real');
    await expect(world.buy('1', 'up 10')).rejects.toMatchObject({ code: 'TRADING_PAUSED' });
    await world.print(1, '100');
    await world.printAll(27, ['101', '101', '101', '101', '101']);
    world.at(40);
    await world.settlement.run();
    expect(await world.show('1')).toEqual(['won 100 101']);
  });
});

function buyOf(stake: string) {
  return { market: 'BTC-USDT', direction: 'up' as const, stake, seconds: 30, requestId: createId() };
}

function setLimits(limits: Partial<Record<string, string>>) {
  const asked = Object.fromEntries(RISK_LIMITS.map((kind) => [kind, limits[kind] ?? null])) as AskedLimits;
  return world.riskLimits.setLimits({ ...owner, sessionId: '1' }, { product, asked, requestId: createId() });
}
