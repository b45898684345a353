// Spot orders through a process that doesn't write the market, beside the same through the one that does, over NATS on PostgreSQL.
import assert from 'node:assert/strict';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import { createSpotModule } from '../../exchange/modules/spot/spot.module';
import type { Platform } from '../../exchange/platform/app';
import { createNatsBus } from '../../exchange/platform/bus-nats';
import { systemClock } from '../../exchange/platform/clock';
import { createEventHub } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { startNats } from '../../tests/helpers/nats';
import { startServer } from '../support/postgres';

const SECONDS = Number(process.env.SECONDS ?? 4);
const USERS = 64;
const log = createLogger('error');

/** Both halves run in this one program, so the sender's work is in the figure too. */
async function run(): Promise<void> {
  const [postgres, nats] = await Promise.all([startServer(), startNats()]);
  try {
    const url = await postgres.createDatabase('processes');
    const join = async () => {
      const metrics = createMetrics(log);
      const bus = createNatsBus({ url: nats.url, scope: 'bench', secret: 'b'.repeat(32), log, metrics });
      await bus.start();
      const db = openPostgres(url, log);
      await migrate(db, 'exchange/migrations', log);
      const platform: Platform = { db, clock: systemClock, log, events: createEventHub(log), bus, metrics, env: {} as Platform['env'] };
      const getIndex = () => ({ price: '2000', at: Date.now(), state: 'fresh' });
      const spot = createSpotModule(platform, { marketData: { getIndex, listMarkets: () => MARKETS, onPrint: () => () => undefined } });
      return { db, bus, spot };
    };
    const [owner, other] = [await join(), await join()];
    await fund(owner.db);
    await owner.spot.start();
    await other.spot.start();
    for (const clients of [1, 16, 64]) {
      const here = await measure(owner.spot, clients);
      const there = await measure(other.spot, clients);
      console.log(
        `${clients} clients: written here ${here.rate} orders/s, p50 ${here.p50} ms, p99 ${here.p99} ms; written elsewhere ${there.rate} orders/s, p50 ${there.p50} ms, p99 ${there.p99} ms`,
      );
    }
    for (const { spot, bus, db } of [other, owner]) {
      await spot.stop();
      await bus.stop();
      await db.close();
    }
  } finally {
    await nats.stop();
    await postgres.stop();
  }
}

async function fund(db: Awaited<ReturnType<typeof openPostgres>>): Promise<void> {
  const amount = 10n ** 18n;
  const journals = Array.from({ length: USERS }, (_, user) => ({
    code: 'FAUCET' as const,
    reference: createId(),
    at: Date.now(),
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -amount },
      { address: `user:${user + 1}:real:USDT:available`, amount },
    ],
  }));
  await db.transaction((tx) => postJournals(tx, journals), { kind: 'long' });
}

/** Each order rests and is cancelled: a hold and a release. */
async function measure(spot: ReturnType<typeof createSpotModule>, clients: number) {
  const latencies: number[] = [];
  const end = Date.now() + SECONDS * 1_000;
  const client = async (number: number) => {
    const caller = { userId: String(1 + (number % USERS)), mode: 'real' as const };
    while (Date.now() < end) {
      const startedAt = performance.now();
      const input = { market: 'ETH-USDT', side: 'buy', kind: 'limit', price: '1990', quantity: '0.01', timeInForce: 'GTC' } as const;
      const { id, state } = await spot.placeOrder(caller, { ...input, requestId: createId() });
      latencies.push(performance.now() - startedAt);
      assert.equal(state, 'open');
      await spot.cancelOrder(caller, { orderId: id, requestId: createId() });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  latencies.sort((a, b) => a - b);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  return { rate: Math.round(latencies.length / SECONDS), p50: at(0.5), p99: at(0.99) };
}

await run();
