import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../exchange/platform/db';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics, type Metrics } from '../../exchange/platform/metrics';
import { openPostgres } from '../../exchange/platform/postgres';
import { REPLICA_LAG_MS_MAX } from '../../exchange/platform/replica';
import { type PostgresServer, startPostgres } from '../helpers/postgres';
import { type PostgresReplica, startReplica } from '../helpers/postgres-replica';

const log = createLogger('silent');
/** Looks come four times a second; a machine that does much else may need many of them. */
const SOON = { interval: 50 };
const TEST_MS = 300_000;
/** What the replica showed before counts no longer then, however late it is heard. */
const FORGOTTEN_MS = REPLICA_LAG_MS_MAX + 100;

let primary: PostgresServer;
let url: string;
let replica: PostgresReplica;
let metrics: Metrics;
let db: Database;

beforeAll(async () => {
  primary = await startPostgres();
  url = await primary.createDatabase('past');
  replica = await startReplica(url, `candor-postgres-${process.pid}-replica-`);
  metrics = createMetrics(log);
  db = openPostgres(url, log, { metrics, replicaUrl: replica.url });
  await db.read.query('CREATE TABLE past_fills (id int8 PRIMARY KEY)');
}, TEST_MS);
afterAll(async () => {
  await db?.close();
  await replica?.stop();
  await primary?.stop();
}, TEST_MS);

const portOf = (address: string) => Number(new URL(address).port);
/** Who answers, and the newest row that the answer knows. */
async function ask() {
  const { rows } = await db.past.query<{ port: number; newest: string | null }>(
    `SELECT current_setting('port')::int AS port, (SELECT max(id) FROM past_fills) AS newest`,
  );
  const [row] = rows;
  return { by: row?.port === portOf(replica.url) ? 'replica' : 'primary', newest: Number(row?.newest ?? 0) };
}
let newest = 0;
/** Writes a row on the primary, and returns its number. */
async function write(): Promise<number> {
  newest += 1;
  await db.transaction((tx) => tx.query('INSERT INTO past_fills VALUES ($1)', [newest]));
  return newest;
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const untilAnsweredBy = (by: 'replica' | 'primary') => expect.poll(async () => (await ask()).by, SOON).toBe(by);

// One replica lives through all of it, in this order.
it(
  'reads of what is past are answered by the replica, which has what was written a moment before',
  async () => {
    for (let count = 0; count < 2; count += 1) {
      const id = await write();
      await expect.poll(ask, SOON).toEqual({ by: 'replica', newest: id });
    }
    expect((await metrics.render()).body).toMatch(/^exchange_database_past_reads_total\{by="replica"\} [1-9]/m);
    // What decides something never goes there.
    const { rows } = await db.read.query<{ port: number }>(`SELECT current_setting('port')::int AS port`);
    expect(rows[0]?.port).toBe(portOf(url));
  },
  TEST_MS,
);

it(
  'a replica that is more than a second behind is not asked, and is again once it has caught up',
  async () => {
    await untilAnsweredBy('replica');
    await replica.run('SELECT pg_wal_replay_pause()');
    const missed = await write();
    await wait(FORGOTTEN_MS);
    expect(await ask()).toEqual({ by: 'primary', newest: missed });
    // It stays so, however long the replica stands still and answers.
    for (let count = 0; count < 5; count += 1) {
      const id = await write();
      expect(await ask()).toEqual({ by: 'primary', newest: id });
    }
    await replica.run('SELECT pg_wal_replay_resume()');
    await expect.poll(ask, SOON).toEqual({ by: 'replica', newest });
  },
  TEST_MS,
);

it(
  'no read fails while the replica is killed, gone, and back',
  async () => {
    await untilAnsweredBy('replica');
    replica.crash();
    // Processes of a killed server answer on for a moment, with what is a second old at most.
    for (let count = 0; count < 10; count += 1) {
      const id = await write();
      const { by, newest: known } = await ask();
      if (by === 'primary') expect(known).toBe(id);
      else expect(known).toBeLessThanOrEqual(id);
    }
    await untilAnsweredBy('primary');
    await replica.restart();
    await expect.poll(ask, SOON).toEqual({ by: 'replica', newest });
  },
  TEST_MS,
);

it(
  'a replica that was promoted is never asked again, though it answers and remembers how far it followed',
  async () => {
    await untilAnsweredBy('replica');
    await replica.run('SELECT pg_promote(true, 60)');
    // It goes its own way: what it says from here on never happened.
    await replica.run('INSERT INTO past_fills VALUES (1000000)');
    await wait(FORGOTTEN_MS);
    for (let count = 0; count < 5; count += 1) {
      const id = await write();
      // Longer than it takes to look again.
      await wait(300);
      expect(await ask()).toEqual({ by: 'primary', newest: id });
    }
  },
  TEST_MS,
);
