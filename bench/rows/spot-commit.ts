// Spot orders through the service without HTTP, acknowledged after COMMIT, by number of clients.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import { createSpotModule } from '../../exchange/modules/spot/spot.module';
import { createLocalBus } from '../../exchange/platform/bus';
import type { Platform } from '../../exchange/platform/app';
import { systemClock } from '../../exchange/platform/clock';
import type { Database } from '../../exchange/platform/db';
import { createEventHub } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { migrate } from '../../exchange/platform/migrate';
import { openPglite } from '../../exchange/platform/pglite';
import { openPostgres } from '../../exchange/platform/postgres';

/**
 * Spot orders through the service, each acknowledged after its COMMIT: hold or match, ledger entries, fsync on. On the embedded database in a
 * fresh folder, or on DATABASE_URL (an empty database of its own).
 */
const SECONDS = Number(process.env.SECONDS ?? 6);
const USERS = 64;
const MIGRATIONS = process.env.MIGRATIONS_DIR ?? 'exchange/migrations';

async function run(): Promise<void> {
  const log = createLogger('error');
  const folder = mkdtempSync(join(tmpdir(), 'spot-commit-'));
  const url = process.env.DATABASE_URL;
  const db: Database = url === undefined ? await openPglite(folder) : openPostgres(url, log);
  try {
    await migrate(db, MIGRATIONS, log);
    await fund(db);
    const platform: Platform = {
      db,
      clock: systemClock,
      log,
      events: createEventHub(log),
      bus: createLocalBus(),
      metrics: createMetrics(log),
      env: {} as Platform['env'],
    };
    const getIndex = () => ({ price: '2000', at: Date.now(), state: 'fresh' });
    const spot = createSpotModule(platform, { marketData: { getIndex, listMarkets: () => MARKETS, onPrint: () => () => undefined } });
    await spot.start();
    for (const clients of [1, 16, 64, 256]) await measure(spot, db.kind, clients);
    await spot.stop();
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fund(db: Database): Promise<void> {
  const amount = 10n ** 18n;
  const journals = Array.from({ length: USERS }, (_, user) =>
    ['USDT', 'ETH'].map((asset) => ({
      code: 'FAUCET' as const,
      reference: `${createId()}`,
      at: Date.now(),
      postings: [
        { address: `outside:real:issuance:${asset}`, amount: -amount },
        { address: `user:${user + 1}:real:${asset}:available`, amount },
      ],
    })),
  ).flat();
  await db.transaction((tx) => postJournals(tx, journals), { kind: 'long' });
}

/** Half of the orders rest and are cancelled by their owner, half take what rests: a hold, a release or a fill with fees each. */
async function measure(spot: ReturnType<typeof createSpotModule>, kind: string, clients: number): Promise<void> {
  let orders = 0;
  let cancels = 0;
  let refused = 0;
  const latencies: number[] = [];
  const end = Date.now() + SECONDS * 1000;
  const client = async (number: number) => {
    const caller = { userId: String(1 + (number % USERS)), mode: 'real' as const };
    for (let turn = number; Date.now() < end; turn += 1) {
      const side = turn % 2 === 0 ? ('buy' as const) : ('sell' as const);
      const price = turn % 4 < 2 ? '2000' : side === 'buy' ? '1990' : '2010';
      const startedAt = performance.now();
      try {
        const input = {
          market: 'ETH-USDT',
          side,
          kind: 'limit' as const,
          price,
          quantity: '0.01',
          timeInForce: 'GTC' as const,
          requestId: createId(),
        };
        const { id, state } = await spot.placeOrder(caller, input);
        orders += 1;
        latencies.push(performance.now() - startedAt);
        if (state === 'open' && price !== '2000') {
          await spot.cancelOrder(caller, { orderId: id, requestId: createId() });
          cancels += 1;
        }
      } catch {
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  latencies.sort((a, b) => a - b);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  const rate = (count: number) => Math.round(count / SECONDS).toLocaleString('en');
  console.log(
    `${kind}, ${clients} clients: ${rate(orders)} orders/s and ${rate(cancels)} cancels/s acknowledged after commit; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${refused} refused`,
  );
}

await run();
