import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { auditLedger, postJournals } from '../ledger/ledger';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  await world.close();
});

const wallet = (digit: string) => `0x${digit.repeat(40)}`;
const draw = (requestId: string, coin = 'USDT') => ({ coin, request_id: requestId.padEnd(20, '-') });
type Client = Awaited<ReturnType<typeof signInByWallet>>;
const readUsdt = async (client: Client) => (await client.get('/user/getbanlance?coin=USDT')).info;

describe('the faucet', () => {
  it('gives 10,000 USDT once per request number and tells the account', async () => {
    const client = await signInByWallet(world, { wallet: wallet('1') });
    const first = await client.post('/x/faucet', draw('one'));
    expect(first).toMatchObject({ status: 1, info: { coin: 'USDT', amount: '10000' } });
    expect(await client.post('/x/faucet', draw('one'))).toEqual(first);
    expect(await readUsdt(client)).toEqual({ available: '10000', held: '0' });
    expect(world.heard.at(-1)).toMatchObject({ kind: 'account', mode: 'real', changed: ['balances'] });
  });

  it('gives once when one request arrives 20 times at once', async () => {
    const client = await signInByWallet(world, { wallet: wallet('2') });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/x/faucet', draw('same'))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await readUsdt(client)).toEqual({ available: '10000', held: '0' });
  });

  it('gives five times a day at most, also when ten ask at once, and again the next day', async () => {
    const client = await signInByWallet(world, { wallet: wallet('3') });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => client.post('/x/faucet', draw(`n${n}`))));
    expect(answers.filter((answer) => answer.status === 1)).toHaveLength(5);
    expect(answers.filter((answer) => answer.code === 'FAUCET_LIMIT')).toHaveLength(5);
    expect(await readUsdt(client)).toEqual({ available: '50000', held: '0' });
    world.time.now += 12 * 60 * 60_000;
    expect(await client.post('/x/faucet', draw('next day'.replace(' ', '-')))).toMatchObject({ status: 1 });
  });

  it('refuses another coin, and the demo account', async () => {
    const client = await signInByWallet(world, { wallet: wallet('4') });
    expect(await client.post('/x/faucet', draw('coin', 'BTC'))).toMatchObject({ code: 'ASSET_UNKNOWN' });
    const demo = await signInByWallet(world, { wallet: wallet('4'), mode: '1' });
    expect(await demo.post('/x/faucet', draw('demo'))).toMatchObject({ code: 'REAL_ACCOUNT_ONLY' });
  });

  it('refuses without a session, and another method', async () => {
    expect(await world.createClient().post('/x/faucet', draw('nobody'))).toMatchObject({ state: 401, code: 'SESSION_REQUIRED' });
    expect(await world.createClient().get('/x/faucet')).toMatchObject({ code: 'METHOD_REFUSED' });
  });

  it('gives nothing outside the sandbox', async () => {
    const strict = await createTestWorld({ env: { sandbox: false } });
    const client = await signInByWallet(strict, { wallet: wallet('5') });
    expect(await client.post('/x/faucet', draw('real'))).toMatchObject({ code: 'FEATURE_NOT_OFFERED' });
    expect(await client.get('/x/outbox?to=a@candor.example', strict.bff)).toMatchObject({ code: 'FEATURE_NOT_OFFERED' });
    await strict.close();
  });
});

describe('the demo top-up', () => {
  it('is refused at 100,000 USDT and fills up to it below, held money counted', async () => {
    const client = await signInByWallet(world, { wallet: wallet('6'), mode: '1' });
    const request = { request_id: 'top-up-top-up-top-up-1' };
    expect(await client.post('/x/demo-top-up', request)).toMatchObject({ code: 'DEMO_FULL' });
    const { userid } = (await client.get('/user/center')).info as { userid: string };
    const own = (part: string) => `user:${userid}:demo:USDT:${part}`;
    await world.db.transaction((tx) =>
      postJournals(tx, [
        {
          code: 'SPOT_HOLD',
          reference: 'hold',
          at: world.time.now,
          postings: [
            { address: own('available'), amount: -500n },
            { address: own('locked'), amount: 500n },
          ],
        },
        {
          code: 'SPOT_FILL',
          reference: 'loss',
          at: world.time.now,
          postings: [
            { address: own('available'), amount: -12_345n },
            { address: 'house:demo:fees:USDT', amount: 12_345n },
          ],
        },
      ]),
    );
    const answer = await client.post('/x/demo-top-up', request);
    expect(answer).toMatchObject({ status: 1, info: { amount: '0.00012345' } });
    expect(await client.post('/x/demo-top-up', request)).toEqual(answer);
    expect(await readUsdt(client)).toEqual({ available: '99999.999995', held: '0.000005' });
  });
});
