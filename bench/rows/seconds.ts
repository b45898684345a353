// Seconds contracts due at one instant: time from the print at the delivery to the last result's commit, embedded and on PostgreSQL with fsync.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '../../exchange/modules/ledger/ledger';
import { formatPrices, GENESIS_HASH, hashPrint, type Print } from '../../exchange/modules/market-data/prints.math';
import { insertPrint } from '../../exchange/modules/market-data/prints.repository';
import { fundPool } from '../../exchange/modules/options/options.postings';
import { createSettlement } from '../../exchange/modules/options/options.settlement';
import type { Database } from '../../exchange/platform/db';
import { createEventHub } from '../../exchange/platform/events';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { migrate } from '../../exchange/platform/migrate';
import { openPglite } from '../../exchange/platform/pglite';
import { openPostgres } from '../../exchange/platform/postgres';
import { insertDueContracts, SETTLED_ONCE_SQL } from '../../tests/helpers/due-contracts';
import { startServer } from '../support/postgres';
import { median } from '../support/print';

const CONTRACTS = Number(process.env.CONTRACTS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const WANTED_MS = 3_000;
const DURATION_MS = 60_000;
const START = Date.UTC(2026, 2, 1, 12);
const log = createLogger('error');

/** Two workers, as two processes on one database are; the embedded one takes them in turn. */
async function measure(name: string, db: Database): Promise<void> {
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  let now = START;
  const platform = { db, clock: { now: () => now }, events: createEventHub(log), metrics: createMetrics(log) };
  await db.transaction((tx) => fundPool(tx, START));
  const workers = [createSettlement(platform), createSettlement(platform)];
  const times: number[] = [];
  let last: Print = { seq: 0, time: 0, prices: '', previous: '', hash: GENESIS_HASH };
  for (let round = 0; round < ROUNDS; round += 1) {
    const deliversAt = START + (round + 1) * 600_000;
    // What the planner knows is from a moment without a running contract, as mostly in real life.
    await db.long.query('ANALYZE option_contracts');
    const strike = { 'BTC-USDT': '67000', 'ETH-USDT': '3500' };
    await db.transaction((tx) => insertDueContracts(tx, { count: CONTRACTS, deliversAt, durationMs: DURATION_MS, strike }), {
      kind: 'long',
    });
    for (let second = -9; second <= 0; second += 1) {
      const prices = formatPrices(new Map([...Object.entries({ 'BTC-USDT': '67001', 'ETH-USDT': '3499' })]));
      const draft = { seq: last.seq + 1, time: deliversAt + second * 1_000, prices, previous: last.hash };
      last = { ...draft, hash: hashPrint(draft) };
      await insertPrint(db.read, last);
    }
    now = deliversAt + 10;
    const startedAt = performance.now();
    await Promise.all(workers.map((worker) => worker.run()));
    times.push(performance.now() - startedAt);
  }
  const { rows } = await db.read.query<{ n: string }>(`SELECT count(*) AS n FROM option_contracts WHERE state IN ('won', 'lost')`);
  const faults = (await db.long.query(SETTLED_ONCE_SQL)).rows.length;
  const { isClean } = await auditLedger(db);
  const whole = Number(rows[0]?.n) === CONTRACTS * ROUNDS && faults === 0 && isClean;
  const range = times.map((ms) => Math.round(ms).toLocaleString('en')).join(', ');
  console.log(
    `${name}: ${CONTRACTS.toLocaleString('en')} contracts in ${Math.round(median(times)).toLocaleString('en')} ms (median of ${range}); ` +
      `wanted: at most ${WANTED_MS.toLocaleString('en')} ms; each settled once, ledger audited: ${whole ? 'yes' : `NO (${faults} faults)`}`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'seconds-'));
try {
  const db = await openPglite(folder);
  await measure('embedded', db);
  await db.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const server = await startServer();
try {
  const db = openPostgres(await server.createDatabase('seconds'), log);
  await measure('PostgreSQL', db);
  await db.close();
} finally {
  await server.stop();
}
