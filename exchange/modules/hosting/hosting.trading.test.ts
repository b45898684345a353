import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHostingMarkets, type HostingMarkets } from '../../../tests/helpers/hosting-markets';
import { auditLedger } from '../ledger/ledger';
import { sumIncome } from './hosting.income';
import { auditHosting } from './hosting.audit';
import { addDecimals, subtractDecimals } from '../../../lib/rules/decimal';
import { readOpenBook, toBookWire } from './hosting.record';
import { sumParts } from './hosting.worth';

const DAY_MS = 86_400_000;
const ONE = 10n ** 8n;
let world: HostingMarkets;
beforeEach(async () => {
  world = await createHostingMarkets();
});
afterEach(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  expect((await auditHosting(world.db, world.time.now, world.sumTakerFees)).faults).toEqual([]);
  await world.close();
});

const reasons = async () => [...new Set((await world.orders()).map(({ reason }) => reason))];
/** Coins less short of every market, as a share of the larger one, in hundredths. */
async function drifts(): Promise<number[]> {
  return (await world.show()).map((line) => {
    const [coins = 0, short = 0] = (line.split(' ').slice(1).join('').split('/') as string[]).map(Number);
    return (Math.abs(coins - short) / Math.max(coins, short)) * 100;
  });
}

it('enters every market where funding pays, as much coins as short, keeps a tenth in cash, and is worth its parts', async () => {
  await world.trade();
  const { parts, value, cash } = await world.worth();
  expect((await world.show()).map((line) => line.split(' ')[0])).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  for (const drift of await drifts()) expect(drift).toBeLessThan(2);
  expect(cash).toBeGreaterThanOrEqual(value / 10n);
  for (const { value: coins } of parts.coins) expect(Number(coins)).toBeLessThanOrEqual(Number(value / ONE) * 0.15);
  expect(sumParts(parts)).toBe(value);
  // Fees and spreads of what was bought: less than half a percent of 50,000.
  expect(value).toBeGreaterThan(49_750n * ONE);
  expect(await world.trade()).toBe(0);
});

it('each order leads to the journals of its fills, and the entries of its account to cash, coins and margin', async () => {
  await world.trade();
  const book = await world.book();
  const read = (order: string | null) =>
    world.service.readEntries({ plan: 1, mode: 'real', order, day: null, before: null }).then(({ rows }) => rows);
  const { orders } = await world.service.readOrders({ plan: 1, mode: 'real', before: null });
  const sums = { spot: 0, perpetual: 0 };
  for (const { id, leg, market } of orders) {
    const rows = await read(id);
    expect(rows.length).toBeGreaterThan(0);
    const lines = rows.flatMap((row) => row.lines);
    expect(rows.map(({ type }) => type)).toContain(leg === 'spot' ? 'SPOT_FILL' : 'PERPETUAL_FILL');
    if (leg === 'spot') expect(new Set(lines.map(({ coin }) => coin))).toEqual(new Set(['USDT', market.replace('-USDT', '')]));
    else expect(lines.map(({ part }) => part)).toContain('margin');
    sums[leg] += 1;
  }
  expect(Math.min(sums.spot, sums.perpetual)).toBeGreaterThan(0);
  world.time.now = book.nextAt ?? 0;
  await world.value();
  expect((await auditHosting(world.db, world.time.now, world.sumTakerFees)).faults).toEqual([]);
  // Another book's orders are none of this one's.
  await expect(
    world.service.readEntries({ plan: 2, mode: 'real', order: orders[0]?.id ?? '1', day: null, before: null }),
  ).rejects.toMatchObject({
    code: 'STAKING_TERM_UNKNOWN',
  });
});

it('the result of a book is what prices made, funding and less the fees of its orders, to the last unit; each day is its part of that', async () => {
  await world.trade();
  const pass = async () => {
    world.time.now = (await world.book()).nextAt ?? 0;
    await world.value();
    const { made, newest } = toBookWire(await readOpenBook(world.db.read, { plan: 1, mode: 'real' }));
    if (made === undefined || newest?.made === undefined) throw new Error('the valuation does not say what it made');
    return { made, newest: newest.made, value: newest.value };
  };
  const first = await pass();
  // Nothing but fees and spreads so far: 50,000 less what it is worth.
  expect(addDecimals(first.value, subtractDecimals('0', first.made.result))).toBe('50000');
  expect(first.newest).toEqual(first.made);
  expect(first.made.funding).toBe('0');
  // 0.1 % of what was bought and the taker's rate of what was sold short, each about 30 % of the book in all three markets together.
  expect(Number(first.made.fees)).toBeGreaterThan(20);
  expect(Number(first.made.fees)).toBeLessThan(60);
  const [market] = (await world.worth()).positions;
  await world.fund(market?.market ?? '', 7n * ONE);
  world.feed.prices = { 'BTC-USDT': '51000', 'ETH-USDT': '2000', 'SOL-USDT': '100' };
  const second = await pass();
  expect(second.newest).toMatchObject({ funding: '7', fees: '0' });
  for (const { made, newest } of [first, second]) {
    for (const { trading, funding, fees, result } of [made, newest]) {
      expect(subtractDecimals(addDecimals(trading, funding), fees)).toBe(result);
    }
  }
  for (const part of ['trading', 'funding', 'fees', 'result'] as const) {
    expect(addDecimals(first.made[part], second.newest[part])).toBe(second.made[part]);
  }
});

it('error: the audit names a book whose income is not what its entries and fills come to', async () => {
  await world.trade();
  world.time.now = (await world.book()).nextAt ?? 0;
  await world.value();
  const move = (by: number) => world.db.read.query('UPDATE hosting_valuations SET funding = funding + $1', [by]);
  await move(1);
  expect((await auditHosting(world.db, world.time.now, world.sumTakerFees)).faults.join()).toContain(
    'not what its entries and fills come to',
  );
  await move(-1);
});

it('what a book came to is the same counted whole and in the smallest pieces', async () => {
  await world.trade();
  world.time.now = (await world.book()).nextAt ?? 0;
  await world.value();
  const book = await world.book();
  const { rows } = await world.db.read.query<{ to: string; fees: string }>(
    'SELECT entries_to AS "to", trade_fees AS fees FROM hosting_valuations WHERE book = $1 ORDER BY at DESC LIMIT 1',
    [book.id],
  );
  const count = (pieces: object) => sumIncome(world.db.read, { book, upTo: rows[0]?.to ?? '', before: null }, world.sumTakerFees, pieces);
  const whole = await count({});
  expect([whole.tradeFees > 0n, String(whole.tradeFees), whole.putIn > 0n]).toEqual([true, rows[0]?.fees, true]);
  expect(await count({ ordersMax: 1, pieceMax: 1 })).toEqual(whole);
});

it('a day whose valuation did not write its income down says nothing of it, and the next one counts from the beginning', async () => {
  await world.trade();
  const pass = async () => {
    world.time.now = (await world.book()).nextAt ?? 0;
    await world.value();
  };
  const read = async () => toBookWire(await readOpenBook(world.db.read, { plan: 1, mode: 'real' }));
  await pass();
  const known = (await read()).made;
  await world.db.read.query('UPDATE hosting_valuations SET put_in = NULL, funding = NULL, trade_fees = NULL');
  expect((await read()).made).toBeUndefined();
  await pass();
  expect((await read()).made?.fees).toBe(known?.fees);
  // Of the day alone nothing is known: there is nothing to count it from.
  expect((await read()).newest?.made).toBeUndefined();
});

it('enters nothing where funding does not pay, and leaves when it turns', async () => {
  await world.settle(1_000);
  expect(await world.trade()).toBe(0);
  await world.settle(10_000);
  await world.trade();
  expect((await world.worth()).positions).toHaveLength(3);
  await world.settle(-10_000);
  await world.trade();
  expect(await reasons()).toContain('leave');
  expect((await world.worth()).positions).toEqual([]);
});

it('has a funding time with less than an hour of samples count as interest alone', async () => {
  await world.settle(-700_000, 60);
  expect(await world.trade()).toBe(0);
  await world.settle(-700_000, 59);
  await world.trade();
  expect(await reasons()).toEqual(['enter']);
});

it('keeps its value through a crash and through a gap up, where it unwinds shorts whose margin passed the line', async () => {
  await world.trade();
  const before = (await world.worth()).value;
  world.feed.prices = { 'BTC-USDT': '30000', 'ETH-USDT': '1200', 'SOL-USDT': '60' };
  expect(await reasons()).not.toContain('margin');
  const after = (await world.worth()).value;
  expect(Number(after) / Number(before)).toBeGreaterThan(0.99);
  await world.trade();
  world.feed.prices = { 'BTC-USDT': '70000', 'ETH-USDT': '2800', 'SOL-USDT': '140' };
  await world.trade();
  expect(await reasons()).toContain('margin');
  expect(Number((await world.worth()).value) / Number(before)).toBeGreaterThan(0.97);
  for (const drift of await drifts()) expect(drift).toBeLessThan(2);
});

it('does nothing while the feed is a moment late, and closes its shorts when it stays stale', async () => {
  await world.trade();
  const count = (await world.orders()).length;
  world.feed.staleSince = world.time.now;
  world.time.now += 30_000;
  expect(await world.trade(3)).toBe(0);
  world.time.now += 60_000;
  await world.trade(3);
  expect((await world.orders()).slice(count).map(({ reason }) => reason)).toContain('stale');
  expect(new Set((await world.orders()).slice(count).map(({ reason }) => reason))).toEqual(new Set(['stale']));
});

it.each(['before', 'after'] as const)(
  'finishes the orders of a process that died %s the market heard of them, each once',
  async (fault) => {
    world.line.fault = fault;
    await world.trade(2);
    expect((await world.orders()).every(({ outcome }) => outcome === null)).toBe(true);
    expect(await world.value()).toEqual({ kind: 'idle' });
    world.time.now += DAY_MS;
    // A valuation waits for what is under way.
    expect(await world.value()).toMatchObject({ kind: 'waits', why: 'orders' });
    world.line.fault = null;
    world.restart();
    await world.trader.step();
    const orders = await world.orders();
    expect(orders.map(({ leg, outcome }) => [leg, outcome])).toEqual([
      ['spot', 'taken'],
      ['perpetual', 'taken'],
    ]);
    const { rows } = await world.db.read.query<{ count: string }>(`SELECT count(*) AS count FROM spot_orders WHERE user_id = $1`, [
      (await world.book()).userId,
    ]);
    expect(rows[0]?.count).toBe('1');
    for (const drift of await drifts()) expect(drift).toBeLessThan(2);
  },
);

it('asks once for what two processes decide at the same time', async () => {
  const first = world.trader;
  world.restart();
  await Promise.all([first.step(), world.trader.step()]);
  const { rows } = await world.db.read.query<{ count: string }>('SELECT count(*) AS count FROM spot_orders WHERE user_id = $1', [
    (await world.book()).userId,
  ]);
  const asked = (await world.orders()).filter(({ leg }) => leg === 'spot');
  expect(Number(rows[0]?.count)).toBe(asked.length);
  expect(new Set(asked.map(({ order_id: id }) => id)).size).toBe(asked.length);
});

it('frees the cash that a valuation needs, no more than a little above it, and pays', async () => {
  await world.trade();
  const book = await world.book();
  const { cash, value } = await world.worth();
  expect(value / 2n).toBeGreaterThan(cash);
  await world.db.read.query(`UPDATE hosting_books SET cash_needed = $1 WHERE id = $2`, [value / 2n, book.id]);
  world.time.now += DAY_MS;
  await world.trade();
  const freed = (await world.worth()).cash;
  expect(freed).toBeGreaterThanOrEqual(value / 2n);
  expect(freed).toBeLessThan((value * 60n) / 100n);
});

it('sells everything when it lost a tenth of its high, winds up and never trades again', async () => {
  await world.trade();
  const { id } = await world.book();
  await world.db.read.query(`UPDATE hosting_books SET high = high * 112 / 100 WHERE id = $1`, [id]);
  await world.trade();
  const { state, stoppingAt } = await world.book();
  expect({ state, stoppingAt }).toEqual({ state: 'stopping', stoppingAt: expect.any(Number) });
  expect(await reasons()).toContain('stop');
  expect((await world.worth()).positions).toEqual([]);
  await world.value();
  expect((await world.book()).state).toBe('stopped');
  const shown = toBookWire(await readOpenBook(world.db.read, { plan: 1, mode: 'real' }));
  expect(shown).toMatchObject({ state: 'stopped', stopping: stoppingAt, stopped: world.time.now });
  expect(await world.trade()).toBe(0);
});
