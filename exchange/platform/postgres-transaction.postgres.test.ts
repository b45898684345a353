import { connect, createServer, type Server } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../tests/helpers/postgres';
import { CommitOutcomeUnknown, type Database } from './db';
import { createLogger } from './logger';
import { openPostgres } from './postgres';

let postgres: PostgresServer;
let url: string;
let db: Database;
let wire: Server;
/** Whether the way of the exchange to the server is open. */
let isOpen = true;

beforeAll(async () => {
  // A checkpoint while the transaction waits would note its number, which then is given to nobody else.
  postgres = await startPostgres(['-c', 'checkpoint_timeout=1d']);
  url = await postgres.createDatabase('crashes');
  const target = Number(new URL(url).port);
  wire = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.port = String((wire.address() as { port: number }).port);
  db = openPostgres(proxied.href, createLogger('silent'));
  // What is written leaves nothing in the log of the server, and a COMMIT waits before it does.
  await db.transaction((tx) =>
    tx.script(`
      CREATE UNLOGGED TABLE slow (n int4);
      CREATE TABLE taken (n int4);
      CREATE FUNCTION wait_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_long();`),
  );
});
afterAll(async () => {
  await db.close();
  wire.close();
  await postgres.stop();
});

/** Asks until the server answers. */
async function ask<R>(run: (client: Client) => Promise<R | null>): Promise<R> {
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const answer = await run(client);
      if (answer !== null) return answer;
    } catch {
      // Still recovering.
    } finally {
      await client.end().catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('a transaction that a crash took is not taken for done because a later one has its number', { timeout: 60_000 }, async () => {
  const begun: { pid: number; xid: string }[] = [];
  const done = db.transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number; xid: string }>('SELECT pg_backend_pid() AS pid, pg_current_xact_id()::text AS xid');
    begun.push(rows[0] as { pid: number; xid: string });
    if (begun.length === 1) await tx.query('INSERT INTO slow VALUES (1)');
  });
  const outcome = done.then(
    () => 'done',
    (error: unknown) => error,
  );
  await expect.poll(() => begun.length).toBe(1);
  const { pid, xid } = begun[0] as { pid: number; xid: string };
  await ask(async (client) => {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`;
    return (await client.query(sql, [pid])).rowCount === 1 ? true : null;
  });
  isOpen = false;
  // One process that is killed: the server ends the others and recovers, and its postmaster goes on.
  process.kill(pid, 'SIGKILL');
  await ask(async (client) => {
    const { rows } = await client.query<{ xid: string }>('INSERT INTO taken VALUES (1) RETURNING pg_current_xact_id()::text AS xid');
    return BigInt(rows[0]?.xid ?? '0') >= BigInt(xid) ? true : null;
  });
  isOpen = true;
  expect(await outcome).toBeInstanceOf(CommitOutcomeUnknown);
  expect(begun).toHaveLength(1);
});
