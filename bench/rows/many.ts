// 10,000 markets and 1,000,000 accounts on one PostgreSQL: what a process needs to start, to hold the leases and to take a print. SCALE=0.1 is a tenth.
import { createPerpetualService } from '../../exchange/modules/perpetual/perpetual.service';
import type { Print } from '../../exchange/modules/market-data/market-data';
import { createSpotService } from '../../exchange/modules/spot/spot.service';
import type { Platform } from '../../exchange/platform/app';
import { createLocalBus } from '../../exchange/platform/bus';
import { systemClock } from '../../exchange/platform/clock';
import type { Database } from '../../exchange/platform/db';
import { createEventHub } from '../../exchange/platform/events';
import { releaseLeases, renewLeases, takeLeases } from '../../exchange/platform/leases';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { startServer } from '../support/postgres';
import { median, printVerdict } from '../support/print';
import { insertUsers } from '../support/users';
import { readFirstPerpetual } from '../../tests/helpers/first-perpetual-terms';

const SCALE = Number(process.env.SCALE ?? 1);
const MARKETS = Math.round(10_000 * SCALE);
const ACCOUNTS = Math.round(1_000_000 * SCALE);
/** Every tenth account has an order that rests. */
const ORDERS = ACCOUNTS / 10;
const PRINTS = 10;
const PRINT_MS_MAX = 1_000;
const RENEW_MS_MAX = 800;

const terms = { quote: 'USDT', tickSize: '0.01', stepSize: '0.00001', quantityMin: '0.00001', quantityMax: '3000', minNotional: '5' };
const markets = Array.from({ length: MARKETS }, (_, n) => ({ market: `M${n + 1}-USDT`, base: `M${n + 1}`, ...terms }));

async function fill(db: Database): Promise<void> {
  await insertUsers(db, ACCOUNTS);
  await db.long.query(
    `INSERT INTO spot_orders (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee,
                              status, rank, created_at, updated_at)
     SELECT n, 1 + n % $3::int8, 'real', 'M' || (1 + n % $2::int8) || '-USDT', CASE n / $2::int8 % 2 WHEN 0 THEN 'buy' ELSE 'sell' END, 'limit', 'GTC',
            CASE n / $2::int8 % 2 WHEN 0 THEN 1999 ELSE 2001 END, 1000000, 1000000, 0, 0, 0, 'open', n, now(), now()
       FROM generate_series(1, $1::int8) n`,
    [ORDERS, MARKETS, ACCOUNTS],
  );
  await db.long.query('ANALYZE spot_orders');
}

function createPlatform(db: Database) {
  const log = createLogger('error');
  const listeners = new Set<(print: Print) => void>();
  const platform = {
    ...{ db, clock: systemClock, log, events: createEventHub(log), bus: createLocalBus(), metrics: createMetrics(log) },
    env: { sandbox: true } as Platform['env'],
  } as Platform;
  const marketData = {
    listMarkets: () => markets,
    getIndex: () => ({ price: '2000', at: Date.now(), state: 'fresh' }),
    onPrint(listener: (print: Print) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let seq = 0;
  /** Returns how long the turn of the event loop was that a print took, in ms. */
  const print = (): number => {
    seq += 1;
    const prices = markets.map(({ market }) => `${market}=${(2000 + seq / 100).toFixed(2)}`).join(';');
    const startedAt = performance.now();
    for (const listener of listeners) listener({ seq, time: Date.now() + seq * 1_000, prices, previous: '', hash: '' });
    return performance.now() - startedAt;
  };
  return { platform, marketData, print };
}

function memoryMb(): number {
  global.gc?.();
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}

async function timed<T>(run: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const startedAt = performance.now();
  const result = await run();
  return { seconds: (performance.now() - startedAt) / 1_000, result };
}

/** Renews as many leases as a product has, beside the services' own, which go on renewing theirs. Returns what each took in ms. */
async function measureRenewals(db: Database): Promise<number[]> {
  const parts = markets.map(({ market }) => `bench ${market}`);
  const epochs = await takeLeases(db.long, { owner: 'bench', parts, isAlone: false, leaseMs: 600_000 });
  const renewals: number[] = [];
  for (let turn = 0; turn < PRINTS; turn += 1)
    renewals.push((await timed(() => renewLeases(db.long, { owner: 'bench', epochs, leaseMs: 600_000 }))).seconds * 1_000);
  await releaseLeases(db.long, { owner: 'bench', parts });
  return renewals;
}

async function measure(db: Database): Promise<void> {
  const { platform, marketData, print } = createPlatform(db);
  const before = memoryMb();
  const spot = createSpotService(platform, { marketData });
  const perpetual = createPerpetualService(platform, {
    marketData,
    readRisk: readFirstPerpetual,
    loadStandings: () => Promise.resolve(new Map()),
  });
  const spotStart = await timed(() => spot.start());
  const perpetualStart = await timed(() => perpetual.start(1));
  console.log(
    `start: ${spotStart.seconds.toFixed(1)} s for spot, ${perpetualStart.seconds.toFixed(1)} s for perpetual; ${memoryMb() - before} MB more`,
  );
  const renewals = await measureRenewals(db);
  const turns: number[] = [];
  const settling: number[] = [];
  for (let n = 0; n < PRINTS; n += 1) {
    turns.push(print());
    settling.push((await timed(() => Promise.all([spot.settled(), perpetual.settled()]))).seconds * 1_000);
  }
  const [turn, whole] = [median(turns), median(settling)];
  printVerdict({
    what: 'a print, and all it made due',
    value: `${turn.toFixed(0)} ms at once, ${whole.toFixed(0)} ms until settled`,
    wanted: `at most ${PRINT_MS_MAX} ms`,
    isReached: turn + whole <= PRINT_MS_MAX,
  });
  printVerdict({
    what: 'renewing all leases of a product',
    value: `${median(renewals).toFixed(0)} ms`,
    wanted: `at most ${RENEW_MS_MAX} ms`,
    isReached: median(renewals) <= RENEW_MS_MAX,
  });
  const stop = await timed(async () => {
    await perpetual.stop();
    await spot.stop();
  });
  console.log(`stop: ${stop.seconds.toFixed(1)} s; ${memoryMb()} MB in all`);
}

console.log(
  `${MARKETS.toLocaleString('en')} markets, ${ACCOUNTS.toLocaleString('en')} accounts, ${ORDERS.toLocaleString('en')} resting orders`,
);
const server = await startServer();
try {
  const db = openPostgres(await server.createDatabase('bench'), createLogger('error'));
  await migrate(db, 'exchange/migrations', createLogger('error'));
  await fill(db);
  await measure(db);
  await db.close();
} finally {
  await server.stop();
}
