import { afterAll, beforeAll, expect, it } from 'vitest';
import * as calls from '../../../lib/protocol/balances';
import { toUnits } from '../../platform/decimal';
import { changeScores } from '../credit-score/credit-score';
import { auditLedger, postJournals } from '../ledger/ledger';
import { createTestWorld, signInByWallet, type TestWorld, type Client } from '../../../tests/helpers/accounts-world';

const BTC = 10n ** 8n;
let world: TestWorld;
let client: Client;
let userId = '';
beforeAll(async () => {
  world = await createTestWorld();
  client = await signInByWallet(world, { wallet: `0x${'1'.repeat(40)}` });
  userId = ((await client.get('/user/center')).info as { userid: string }).userid;
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  await world.close();
});

const own = (asset: string, part = 'available') => `user:${userId}:real:${asset}:${part}`;
const post = (
  code: 'FAUCET' | 'SPOT_FILL' | 'SPOT_HOLD' | 'PERPETUAL_FILL' | 'OPTION_WIN' | 'STAKING_INTEREST',
  reference: string,
  lines: [string, bigint][],
  at = world.time.now,
) =>
  world.db.transaction((tx) =>
    postJournals(tx, [{ code, reference, at, postings: lines.map(([address, amount]) => ({ address, amount })) }]),
  );

it('shows zeros for a new real account', async () => {
  expect((await client.get('/user/balance')).info).toMatchObject({
    banlance: '0',
    today_profit: '0',
    today_ratio: '0',
    is_cs: '0',
    userid: userId,
  });
});

it("counts today's profit as change of value less what came from outside", async () => {
  const yesterday = world.time.now - 86_400_000;
  await post(
    'FAUCET',
    'y',
    [
      ['outside:real:issuance:BTC', -BTC],
      [own('BTC'), BTC],
    ],
    yesterday,
  );
  // 1 BTC was worth 40,000 at midnight and is 50,000 now.
  expect((await client.get('/user/balance')).info).toMatchObject({ banlance: '50000', today_profit: '10000', today_ratio: '0.25' });
  await post('FAUCET', 't', [
    ['outside:real:issuance:USDT', -10_000n * BTC],
    [own('USDT'), 10_000n * BTC],
  ]);
  expect((await client.get('/user/balance')).info).toMatchObject({ banlance: '60000', today_profit: '10000', today_ratio: '0.2' });
});

it('counts a loss as negative', async () => {
  world.market.prices.set('BTC', '39999.5');
  expect((await client.get('/user/balance')).info).toMatchObject({ banlance: '49999.5', today_profit: '-0.5', today_ratio: '-0.00001' });
  world.market.prices.set('BTC', '50000');
});

it('values held coins too, rounded down at the last digit', async () => {
  await post('SPOT_HOLD', 'order:1', [
    [own('BTC'), -1n],
    [own('BTC', 'locked'), 1n],
  ]);
  world.market.prices.set('BTC', '50000.00000001');
  const rows = calls.purse.answer.parse((await client.get('/api/purse')).info);
  expect(rows.find((row) => row.coin === 'BTC')).toEqual({
    coin: 'BTC',
    available: '0.99999999',
    held: '0.00000001',
    margin: '0',
    value: '50000.00000001',
  });
  world.market.prices.set('BTC', '0.99999999');
  expect(calls.purse.answer.parse((await client.get('/api/purse')).info).find((row) => row.coin === 'BTC')?.value).toBe('0.99999999');
  world.market.prices.set('BTC', '50000');
});

it('sums up the home page as the catalogue says', async () => {
  expect(calls.homeSummary.answer.parse((await client.get('/index/index')).info)).toMatchObject({
    user: { usdt: '10000', usdc: '0', all: '60000' },
    eth: { new_price: '2500', change: '-1.23' },
  });
});

it('answers one coin, and refuses one that it does not keep', async () => {
  expect((await client.get('/user/getbanlance?coin=BTC')).info).toEqual({ available: '0.99999999', held: '0.00000001' });
  expect(await client.get('/user/getbanlance?coin=NOPE')).toMatchObject({ status: 0, code: 'ASSET_UNKNOWN' });
});

it('lists ledger lines newest first, by type, coin, reference and page', async () => {
  const read = async (query: string) => calls.accountRecords.answer.parse((await client.get(`/user/accountRecords${query}`)).info);
  expect((await read('')).map((row) => [row.type, row.coin, row.part, row.amount])).toEqual([
    ['SPOT_HOLD', 'BTC', 'held', '0.00000001'],
    ['SPOT_HOLD', 'BTC', 'available', '-0.00000001'],
    ['FAUCET', 'USDT', 'available', '10000'],
    ['FAUCET', 'BTC', 'available', '1'],
  ]);
  expect(await read('?type=trade')).toHaveLength(2);
  expect(await read('?type=deposit')).toEqual([]);
  expect(await read('?coin=USDT')).toHaveLength(1);
  expect(await read('?ref=order:1')).toHaveLength(2);
  expect(await read('?ref=order:1&of=spot')).toHaveLength(2);
  expect(await read('?ref=order:1&of=perpetual')).toEqual([]);
  expect(await read('?page=2')).toEqual([]);
});

it("security: shows nothing of another user, nor of one's other mode", async () => {
  const other = await signInByWallet(world, { wallet: `0x${'2'.repeat(40)}` });
  expect((await other.get('/user/accountRecords?ref=order:1')).info).toEqual([]);
  expect((await other.get('/user/balance')).info).toMatchObject({ banlance: '0' });
  const demo = await signInByWallet(world, { wallet: `0x${'1'.repeat(40)}`, mode: '1' });
  expect((await demo.get('/user/accountRecords?coin=BTC')).info).toEqual([]);
  expect((await demo.get('/user/balance')).info).toMatchObject({ banlance: '100000', today_profit: '0' });
});

it("splits today's profit by product, to the last digit", async () => {
  const read = async () => calls.balanceCard.answer.parse((await client.get('/user/balance')).info);
  const before = await read();
  const gain = (code: 'PERPETUAL_FILL' | 'OPTION_WIN' | 'STAKING_INTEREST', units: bigint) =>
    post(code, code, [
      ['outside:real:issuance:USDT', -units],
      [own('USDT'), units],
    ]);
  await gain('PERPETUAL_FILL', -7n * BTC);
  await gain('OPTION_WIN', 3n * BTC);
  await gain('STAKING_INTEREST', 1n);
  const { today_profit: profit, today_parts: parts } = await read();
  expect(parts).toEqual({ coins: before.today_profit, perpetual: '-7', seconds: '3', earn: '0.00000001' });
  expect(toUnits(profit, 8)).toBe(toUnits(before.today_profit, 8) - 4n * BTC + 1n);
});

it('tells the credit score of the account in use alike on the home card and as part of the account', async () => {
  const demo = await signInByWallet(world, { wallet: `0x${'1'.repeat(40)}`, mode: '1' });
  const change = { userId, mode: 'real', reason: 'verified', reference: 'identity', at: world.time.now, dayMs: 86_400_000 } as const;
  await world.db.transaction((tx) => changeScores(tx, [change]));
  const read = async (of: Client) =>
    Promise.all(['/user/center', '/user/balance'].map(async (path) => ((await of.get(path)).info as { integral: number }).integral));
  expect(await read(client)).toEqual([65, 65]);
  expect(await read(demo)).toEqual([60, 60]);
});
