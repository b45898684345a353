import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../tests/helpers/postgres';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { migrate } from '../../platform/migrate';
import { openPostgres } from '../../platform/postgres';
import { MIGRATIONS_DIR } from '../../platform/test-database';
import { checkFence, takeLeases } from './matching.lease';
import { MarketOwnership } from './matching.ownership';

const log = createLogger('silent');
const MARKETS = ['A-B', 'C-D'];
/** Room for a busy machine between a renewal and the end of a lease; a rebuild takes longer than that. */
const TIMING = { leaseMs: 2_000, renewMs: 200 };
const REBUILD_MS = 2_500;
let server: PostgresServer;
let url: string;
const open: Database[] = [];

beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase('leases');
  const db = openPostgres(url, log);
  await migrate(db, MIGRATIONS_DIR, log);
  await db.close();
});
afterAll(async () => {
  for (const db of open) await db.close();
  await server.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const readEpochs = async (db: Database) =>
  (await db.read.query<{ market: string; epoch: string }>('SELECT market, epoch FROM market_leases ORDER BY market')).rows.map(
    ({ market, epoch }) => `${market} ${epoch}`,
  );

/** One process: what it owns, and how often it built a book. */
function createProcess(processId: string, rebuildMs: number) {
  const db = openPostgres(url, log);
  open.push(db);
  const epochs = new Map<string, string>();
  const line = { rebuilds: 0, isCut: false };
  const state = {
    epochs,
    own: (market: string, epoch: string) => void epochs.set(market, epoch),
    disown: (market: string) => void epochs.delete(market),
  };
  const lease: Database['lease'] = {
    query: (text, params) => (line.isCut ? Promise.reject(new Error('no connection')) : db.lease.query(text, params)),
  };
  const ownership = new MarketOwnership<void>({
    db: { ...db, lease },
    log,
    metrics: createMetrics(log),
    name: 'test',
    markets: MARKETS,
    state,
    processId,
    timing: TIMING,
    async rebuild() {
      line.rebuilds += 1;
      await wait(rebuildMs);
    },
  });
  return { db, line, epochs, ownership };
}

it('two processes that start at once and build longer than a lease lasts: one has the markets, once, and keeps them', async () => {
  const processes = [createProcess('one', REBUILD_MS), createProcess('two', REBUILD_MS)] as const;
  await Promise.all(processes.map(({ ownership }) => ownership.start()));
  await wait(2 * TIMING.leaseMs);
  const [first, second] = processes;
  expect(first.epochs.size + second.epochs.size).toBe(MARKETS.length);
  expect(first.line.rebuilds + second.line.rebuilds).toBe(MARKETS.length);
  expect(await readEpochs(first.db)).toEqual(['A-B 2', 'C-D 2']);
  for (const { ownership, epochs } of processes) if (epochs.size > 0) expect(ownership.mayWrite()).toBe(true);
  await Promise.all(processes.map(({ ownership }) => ownership.stop()));
}, 30_000);

it('a process that cannot renew says so before another may take its markets', async () => {
  const first = createProcess('three', 0);
  await first.ownership.start();
  expect(first.epochs.size).toBe(MARKETS.length);
  const second = createProcess('four', 0);
  await second.ownership.start();
  expect(second.epochs.size).toBe(0);
  first.line.isCut = true;
  const seen: boolean[] = [];
  while (second.epochs.size < MARKETS.length) {
    seen.push(first.ownership.mayWrite());
    await wait(20);
  }
  expect(seen.at(-1)).toBe(false);
  first.line.isCut = false;
  await expect.poll(() => first.epochs.size, { timeout: 10_000 }).toBe(0);
  await second.ownership.stop();
  await expect.poll(() => first.epochs.size, { timeout: 10_000 }).toBe(MARKETS.length);
  expect(first.ownership.mayWrite()).toBe(true);
  await first.ownership.stop();
}, 30_000);

it('a transaction that holds a market keeps it from being taken over, but not from being renewed', async () => {
  const { db, epochs, ownership } = createProcess('five', 0);
  await ownership.start();
  const rival = openPostgres(url, log);
  open.push(rival);
  const steal = () => takeLeases(rival.lease, { owner: 'six', markets: MARKETS, isAlone: true, leaseMs: TIMING.leaseMs });
  await db.transaction(async (tx) => {
    await checkFence(tx, 'five', new Map([...epochs].slice(0, 1)));
    const renewed = await db.lease.query("UPDATE market_leases SET expires_at = clock_timestamp() + interval '1 s' WHERE market = 'A-B'");
    expect(renewed.rowCount).toBe(1);
    expect([...(await steal()).keys()]).toEqual(['C-D']);
  });
  expect([...(await steal()).keys()].sort()).toEqual(MARKETS);
  const old = db.transaction((tx) => checkFence(tx, 'five', new Map([['A-B', '1']])));
  await expect(old).rejects.toMatchObject({ markets: ['A-B'] });
  await ownership.stop();
});
