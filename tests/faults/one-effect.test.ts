import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restingOrder } from '../helpers/call-examples';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, type LegacyAnswer, LegacyClient, newRequestId } from '../helpers/legacy-client';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { expectConsistent } from './support/consistency';
import { countRounds, timeoutOf } from './support/rounds';

const AT_ONCE = 200;
const CENT_ROUNDS = countRounds({ short: 25, long: 200 });
const FAUCET_DRAWS_MAX = 5;
/** What a demo account starts with, USDT. */
const DEMO_GRANT = 100_000;

type Placed = { id: string };
type Coin = { available: string; held: string };

describe.each(['embedded', 'postgres'] as const)('on the %s database', (kind) => {
  let postgres: PostgresServer | null = null;
  let databaseUrl: string | undefined;
  let exchange: ExchangeProcess;
  let members = 0x20_0000;

  beforeAll(async () => {
    postgres = kind === 'postgres' ? await startMigratedPostgres() : null;
    databaseUrl = await postgres?.createDatabase('candor');
    exchange = await startExchange(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  });
  afterAll(async () => {
    await exchange?.kill();
    if (exchange) await expectConsistent({ dataDir: exchange.dataDir, databaseUrl });
    await exchange?.remove();
    await postgres?.stop();
  });

  const join = async (mode: 'real' | 'demo') => {
    const client = new LegacyClient(exchange.base);
    members += 1;
    await client.signIn(addressOf(members), mode);
    return client;
  };

  test(`one request number ${AT_ONCE} times at once makes one order; with other input it is refused`, async () => {
    const member = await join('demo');
    const fields = await restingOrder(member);
    const answers = await sendAtOnce(member, '/Mobile/Trade/upTrade2', fields);
    expectAllAlike(answers);
    expect(await listOrders(member)).toHaveLength(1);
    const other = { ...fields, num: '0.002' };
    const refused = await Promise.all([other, fields, other].map((input) => member.send('POST', '/Mobile/Trade/upTrade2', input)));
    expect(refused.map(({ code }) => code ?? 'done')).toEqual(['DUPLICATE_REQUEST', 'done', 'DUPLICATE_REQUEST']);
    expect(await listOrders(member)).toHaveLength(1);
  });

  test('two inputs with one new request number at once: one of them is done', async () => {
    const member = await join('demo');
    const fields = await restingOrder(member);
    const inputs = Array.from({ length: 40 }, (_, n) => ({ ...fields, num: n % 2 === 0 ? '0.001' : '0.002' }));
    const answers = await Promise.all(inputs.map((input) => member.send('POST', '/Mobile/Trade/upTrade2', input)));
    const done = answers.filter(({ status }) => status === 1);
    expect(done).toHaveLength(20);
    expect(new Set(done.map(({ info }) => (info as Placed).id)).size).toBe(1);
    expect(answers.filter(({ code }) => code === 'DUPLICATE_REQUEST')).toHaveLength(20);
  });

  test(`one cancellation ${AT_ONCE} times at once answers the same each time`, async () => {
    const member = await join('demo');
    const placed = await member.send('POST', '/Mobile/Trade/upTrade2', await restingOrder(member));
    const fields = { id: (placed.info as Placed).id, request_id: newRequestId() };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => member.send('GET', '/home/order/upOrder2', fields)));
    expectAllAlike(answers);
    expect(await readCoin(member, 'USDT')).toEqual({ available: '100000', held: '0' });
  });

  test(`every draw from the faucet, also the last of the day, ${AT_ONCE} times at once, credits once`, async () => {
    const member = await join('real');
    for (let draw = 1; draw <= FAUCET_DRAWS_MAX; draw += 1) {
      expectAllAlike(await sendAtOnce(member, '/x/faucet', { coin: 'USDT', request_id: newRequestId() }));
      expect(await readCoin(member, 'USDT')).toEqual({ available: String(10_000 * draw), held: '0' });
    }
    expect(await member.send('POST', '/x/faucet', { coin: 'USDT', request_id: newRequestId() })).toMatchObject({ code: 'FAUCET_LIMIT' });
  });

  test(`one top-up of the demo account ${AT_ONCE} times at once fills it once`, async () => {
    const member = await join('demo');
    const order = { market: 'BTC-USDT', type: 'buy', kind: 'market', num: '0.01', request_id: newRequestId() };
    const bought = await member.send('POST', '/Mobile/Trade/upTrade2', order);
    expect(bought).toMatchObject({ status: 1 });
    expectAllAlike(await sendAtOnce(member, '/x/demo-top-up', { request_id: newRequestId() }));
    expect(await readCoin(member, 'USDT')).toEqual({ available: '100000', held: '0' });
  });

  test(
    `${CENT_ROUNDS} times two orders for all the money at once: one is taken, nothing is overdrawn`,
    async () => {
      const member = await join('demo');
      const terms = await restingOrder(member);
      const [price, num] = findExactPair(Number(terms.price));
      for (let round = 0; round < CENT_ROUNDS; round += 1) {
        const order = () => ({ ...terms, price, num, request_id: newRequestId() });
        const answers = await Promise.all([order(), order()].map((fields) => member.send('POST', '/Mobile/Trade/upTrade2', fields)));
        expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual(['INSUFFICIENT_BALANCE', 'done']);
        expect(await readCoin(member, 'USDT')).toEqual({ available: '0', held: String(DEMO_GRANT) });
        const taken = answers.filter(({ status }) => status === 1).map(({ info }) => (info as Placed).id);
        const cancel = { id: taken[0] ?? '', request_id: newRequestId() };
        expect(await member.send('GET', '/home/order/upOrder2', cancel)).toMatchObject({ status: 1 });
      }
      expect(await readCoin(member, 'USDT')).toEqual({ available: String(DEMO_GRANT), held: '0' });
    },
    timeoutOf({ rounds: CENT_ROUNDS, roundMsMax: 1_000 }),
  );
});

function sendAtOnce(member: LegacyClient, path: string, fields: Record<string, string>): Promise<LegacyAnswer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, () => member.send('POST', path, fields)));
}

function expectAllAlike(answers: LegacyAnswer[]): void {
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, JSON.stringify([answers[0], answers.at(-1)])).toBe(1);
  expect(answers[0]).toMatchObject({ status: 1 });
}

async function readCoin(member: LegacyClient, coin: string): Promise<Coin> {
  return (await member.send('GET', '/user/getbanlance', { coin })).info as Coin;
}

async function listOrders(member: LegacyClient): Promise<unknown[]> {
  return (await member.send('GET', '/user/getorder', { type: 'spot', state: 'all' })).info as unknown[];
}

/** Returns the price (cents) nearest below `near` and the quantity (millionths) whose product is the whole demo account, to the last cent. */
function findExactPair(near: number): [price: string, num: string] {
  const product = DEMO_GRANT * 100 * 1_000_000;
  let best = 0;
  for (let twos = 1; twos <= product; twos *= 2)
    for (let cents = twos; cents <= near * 100; cents *= 5) if (product % cents === 0 && cents > best) best = cents;
  return [String(best / 100), String(product / best / 1_000_000)];
}
