import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../tests/helpers/postgres';
import { createLocalBus } from '../../platform/bus';
import type { Platform } from '../../platform/app';
import { monotonicNow, systemClock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { createEventHub } from '../../platform/events';
import { createId } from '../../platform/ids';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { migrate } from '../../platform/migrate';
import { openPostgres } from '../../platform/postgres';
import { MIGRATIONS_DIR } from '../../platform/test-database';
import { WRITE_DEADLINE_MS } from '../../platform/work-limits';
import { auditLedger, createTransferQueue, postJournals } from '../ledger/ledger';
import { MARKETS } from '../market-data/markets';
import { createSpotModule } from './spot.module';

const log = createLogger('silent');
const ORDERS = 40;
/** What is left to an order that came in just now minus this: the outage of the test is as long as it has to be, no longer. */
const AGE_MS = WRITE_DEADLINE_MS - 400;
let server: PostgresServer;
let db: Database;

// A second try begins with a server that stands.
beforeEach(async () => {
  server = await startPostgres();
  db = openPostgres(await server.createDatabase('outage'), log);
  await migrate(db, MIGRATIONS_DIR, log);
  const amount = 10n ** 14n;
  const postings = [
    { address: 'outside:real:issuance:USDT', amount: -amount },
    { address: 'user:1:real:USDT:available', amount },
  ];
  await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: 'one', at: Date.now(), postings }]));
});
afterEach(async () => {
  await db.close();
  await server.stop();
});

it('orders and transfers of an outage longer than their deadline are not done, each told so, and not there afterwards', async () => {
  const metrics = createMetrics(log);
  const platform: Platform = {
    db,
    clock: systemClock,
    log,
    events: createEventHub(log),
    bus: createLocalBus(),
    metrics,
    env: {} as Platform['env'],
  };
  const getIndex = () => ({ price: '2000', at: Date.now(), state: 'fresh' });
  const spot = createSpotModule(platform, { marketData: { getIndex, listMarkets: () => MARKETS, onPrint: () => () => undefined } });
  await spot.start();
  const place = (requestId: string, arrivedAt = monotonicNow()) => {
    const order = { market: 'ETH-USDT', side: 'buy', kind: 'limit', price: '1900', quantity: '1', timeInForce: 'GTC' } as const;
    return spot.placeOrder({ userId: '1', mode: 'real', arrivedAt }, { ...order, requestId }).then(
      ({ state }) => state as string,
      (error: { code: string }) => error.code,
    );
  };
  const transfers = createTransferQueue(db);
  const pay = (requestId: string, deadline?: number) => {
    const addresses = ['user:1:real:USDT:available', 'user:2:real:USDT:available'] as const;
    const postings = [
      { address: addresses[0], amount: -1n },
      { address: addresses[1], amount: 1n },
    ];
    const journal = { code: 'SPOT_RELEASE' as const, reference: requestId, at: 0, postings };
    const request = { userId: '1', mode: 'real' as const, call: 'test.pay', requestId, input: {} };
    const plan = () => Promise.resolve({ journals: [journal], answer: 'paid' });
    return transfers.submit({ request, addresses, plan }, deadline).catch((error: { code: string }) => error.code);
  };
  expect(await place(createId())).toBe('open');

  server.crash();
  const ids = Array.from({ length: ORDERS }, () => createId());
  const arrivedAt = monotonicNow() - AGE_MS;
  const answers = await Promise.all([...ids.map((id) => place(id, arrivedAt)), ...ids.map((id) => pay(id, arrivedAt + WRITE_DEADLINE_MS))]);
  expect(new Set(answers)).toEqual(new Set(['NOT_DONE_IN_TIME']));
  expect((await metrics.render()).body).toContain(`exchange_writer_refusals_total{books="spot",code="NOT_DONE_IN_TIME"} ${ORDERS}`);

  await server.restart();
  const count = async () => Number((await db.read.query<{ n: string }>('SELECT count(*) AS n FROM spot_orders')).rows[0]?.n);
  await expect.poll(count).toBe(1);
  // The same request, sent again, is done now and once; the leases may have to be taken again first.
  await expect.poll(() => place(ids[0] as string)).toBe('open');
  expect(await place(ids[0] as string)).toBe('open');
  await expect.poll(() => pay(ids[0] as string)).toBe('paid');
  expect(await count()).toBe(2);
  expect((await auditLedger(db)).isClean).toBe(true);
  await spot.stop();
});
