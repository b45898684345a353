import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../../tests/helpers/postgres';
import type { Database } from './db';
import { createLogger } from './logger';
import { openPostgres } from './postgres';

const log = createLogger('silent');
let postgres: PostgresServer;
let url: string;
let db: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase('pipeline');
  db = openPostgres(url, log);
  await db.read.query('CREATE TABLE marks (n int8 PRIMARY KEY)');
});
afterEach(() => db.read.query('DELETE FROM marks'));
afterAll(async () => {
  await db.close();
  await postgres.stop();
});

/** Writes to the server on the connection that wrote most while `work` ran: each is a system call. */
async function countWrites(work: () => Promise<unknown>): Promise<number> {
  const { port } = new URL(url);
  const spy = vi.spyOn(Socket.prototype as unknown as { _writeGeneric(): void }, '_writeGeneric');
  await work();
  const writes = new Map<unknown, number>();
  for (const socket of spy.mock.contexts as unknown as Socket[])
    if (String(socket.remotePort) === port) writes.set(socket, (writes.get(socket) ?? 0) + 1);
  spy.mockRestore();
  return Math.max(...writes.values());
}

const read = (isReadFirst: boolean) =>
  db.transaction(
    async (tx) => {
      await Promise.all([tx.query('SELECT 1'), tx.query('SELECT 2'), tx.query('SELECT $1::int4', [3])]);
      await tx.query('SELECT 4');
    },
    { isReadFirst },
  );

it('what a transaction asks at once is one write, with BEGIN where it only reads', async () => {
  await read(false);
  expect(await countWrites(() => read(false))).toBe(4);
  expect(await countWrites(() => read(true))).toBe(3);
});

it('where BEGIN fails its reason is told, and what was sent with it leaves nothing', async () => {
  const impatient = openPostgres(url, log, { limits: { write: { statementMs: -1 } } });
  try {
    const failing = impatient.transaction(
      (tx) => Promise.all([tx.query('INSERT INTO marks VALUES (1)'), tx.query('INSERT INTO marks VALUES (2)')]),
      { isReadFirst: true },
    );
    await expect(failing).rejects.toThrow(/statement_timeout/);
    expect((await db.read.query('SELECT n FROM marks')).rows).toEqual([]);
  } finally {
    await impatient.close();
  }
});

it('a work that fails before it asks anything ends the transaction that was begun', async () => {
  const failing = db.transaction(() => Promise.reject(new Error('not as expected')), { isReadFirst: true });
  await expect(failing).rejects.toThrow('not as expected');
  await db.transaction((tx) => tx.query('INSERT INTO marks VALUES (3)'));
  expect((await db.read.query('SELECT n FROM marks')).rows).toEqual([{ n: '3' }]);
});

it('runs again what met a conflict, whichever of the statements sent together is heard first', async () => {
  await db.read.query('CREATE SEQUENCE tries');
  const conflict = `DO $$ BEGIN IF nextval('tries') = 1 THEN RAISE serialization_failure; END IF; END $$`;
  const later = async (asking: Promise<unknown>) => {
    for (let turn = 0; turn < 50; turn += 1) await asking.finally(() => undefined);
  };
  await db.transaction(async (tx) => {
    await Promise.all([later(later(tx.query(conflict))), tx.query('INSERT INTO marks VALUES (4)')]);
  });
  expect((await db.read.query('SELECT n FROM marks')).rows).toEqual([{ n: '4' }]);
});

it('a market’s statement is planned once, not for each batch by its size', async () => {
  const text = 'SELECT n FROM marks WHERE n = ANY($1::int8[])';
  const ask = (size: number) =>
    db.transaction(
      async (tx) => {
        await tx.query(text, [Array.from({ length: size }, (_, n) => n)]);
        const plans = 'SELECT generic_plans::int4 AS kept, custom_plans::int4 AS own FROM pg_prepared_statements WHERE statement = $1';
        return (await tx.query<{ kept: number; own: number }>(plans, [text])).rows[0];
      },
      { kind: 'batch' },
    );
  for (const size of [1, 2, 1, 200, 1, 3, 1, 2, 1]) await ask(size);
  const plans = await ask(1);
  expect(plans?.own).toBe(0);
  expect(plans?.kept).toBeGreaterThan(3);
});
