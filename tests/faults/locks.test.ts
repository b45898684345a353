import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTransferQueue, auditLedger, postJournals } from '../../exchange/modules/ledger/ledger';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import { auditPerpetual } from '../../exchange/modules/perpetual/perpetual';
import { createPerpetualModule } from '../../exchange/modules/perpetual/perpetual.module';
import { createSpotModule } from '../../exchange/modules/spot/spot.module';
import { createLocalBus } from '../../exchange/platform/bus';
import type { Platform } from '../../exchange/platform/app';
import { systemClock } from '../../exchange/platform/clock';
import type { Database } from '../../exchange/platform/db';
import { createEventHub } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { openPatiently, type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { countRounds, timeoutOf } from './support/rounds';
import { readFirstPerpetual } from '../helpers/first-perpetual-terms';

/** Two users trade with each other in spot and in perpetual contracts at once, and are paid beside it. */
const USERS = ['1', '2'] as const;
const ASSETS = ['USDT', 'ETH'];
const ROUNDS = countRounds({ short: 60, long: 600 });
const PRICE = '2000';

let server: PostgresServer;
let db: Database;
const log = createLogger('silent');

beforeAll(async () => {
  server = await startMigratedPostgres();
  db = openPatiently(await server.createDatabase('locks'), log);
  const journals = USERS.flatMap((user) => ASSETS.map((asset) => payment(user, asset, 10n ** 15n)));
  await db.transaction((tx) => postJournals(tx, journals));
});
afterAll(async () => {
  await db.close();
  await server.stop();
});

function payment(user: string, asset: string, amount: bigint) {
  const postings = [
    { address: `outside:real:issuance:${asset}`, amount: -amount },
    { address: `user:${user}:real:${asset}:available`, amount },
  ];
  return { code: 'FAUCET' as const, reference: createId(), at: Date.now(), postings };
}

/** The server's own count. It is written when a connection goes idle, so it is asked again until it stands. */
async function countDeadlocks(): Promise<number> {
  await db.read.query('SELECT pg_stat_force_next_flush()');
  const sql = 'SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()';
  return (await db.read.query<{ deadlocks: number }>(sql)).rows[0]?.deadlocks ?? -1;
}

function start() {
  const env = { sandbox: true } as Platform['env'];
  const platform: Platform = {
    db,
    clock: systemClock,
    log,
    events: createEventHub(log),
    bus: createLocalBus(),
    metrics: createMetrics(log),
    env,
  };
  const marketData = {
    listMarkets: () => MARKETS.slice(0, 3),
    getIndex: () => ({ price: PRICE, at: Date.now(), state: 'fresh' }),
    onPrint: () => () => undefined,
  };
  const spot = createSpotModule(platform, { marketData });
  const perpetual = createPerpetualModule(platform, {
    marketData,
    readRisk: readFirstPerpetual,
    loadStandings: () => Promise.resolve(new Map()),
  });
  return { spot, perpetual, transfers: createTransferQueue(db) };
}

it(
  'has no deadlock while two users trade with each other in spot and perpetual contracts and are paid beside it, and answers every order',
  async () => {
    const { spot, perpetual, transfers } = start();
    await spot.start();
    await perpetual.start();
    const before = await countDeadlocks();
    const answered = { spot: 0, perpetual: 0, transfers: 0 };
    const order = { market: 'ETH-USDT', kind: 'limit', price: PRICE, quantity: '0.01', timeInForce: 'GTC' } as const;
    const terms = { leverage: 10, isReduceOnly: false, takeProfit: null, stopLoss: null };
    const callers = USERS.map((userId) => ({ userId, mode: 'real' as const }));
    const sideOf = (turn: number, user: number) => ((turn + user) % 2 === 0 ? ('buy' as const) : ('sell' as const));
    const trade = async (name: 'spot' | 'perpetual', user: number) => {
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        const caller = callers[user] as (typeof callers)[number];
        const input = { ...order, side: sideOf(turn, user), requestId: createId() };
        await (name === 'spot' ? spot.placeOrder(caller, input) : perpetual.placeOrder(caller, { ...input, ...terms }));
        answered[name] += 1;
      }
    };
    const pay = async (user: number) => {
      const userId = USERS[user] as string;
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        await transfers.submit({
          request: { userId, mode: 'real', call: 'test.payment', requestId: createId(), input: {} },
          addresses: ASSETS.flatMap((asset) => payment(userId, asset, 1n).postings.map(({ address }) => address)),
          plan: async () => ({ journals: ASSETS.map((asset) => payment(userId, asset, 1n)), answer: 'paid' }),
        });
        answered.transfers += 1;
      }
    };
    await Promise.all([0, 1].flatMap((user) => [trade('spot', user), trade('perpetual', user), pay(user)]));
    expect(answered).toEqual({ spot: 2 * ROUNDS, perpetual: 2 * ROUNDS, transfers: 2 * ROUNDS });
    expect((await countDeadlocks()) - before).toBe(0);
    const fees = await db.read.query<{ address: string }>(
      "SELECT address FROM ledger_accounts WHERE owner = 'house' AND realm = 'real' AND balance > 0 ORDER BY 1",
    );
    expect(fees.rows.map(({ address }) => address)).toEqual([
      'house:real:fees-perpetual-ETH-USDT:USDT',
      'house:real:fees-spot-ETH-USDT:ETH',
      'house:real:fees-spot-ETH-USDT:USDT',
      'house:real:insurance-fund:USDT',
    ]);
    await perpetual.stop();
    await spot.stop();
    expect((await auditLedger(db)).isClean).toBe(true);
    expect(await auditPerpetual(db)).toEqual([]);
  },
  timeoutOf({ rounds: ROUNDS, roundMsMax: 2_000 }),
);
