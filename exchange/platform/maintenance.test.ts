import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './db';
import { createLogger } from './logger';
import { CHECKPOINT_BYTES, createMaintenance } from './maintenance';
import { createMetrics } from './metrics';
import { openPglite } from './pglite';

const log = createLogger('silent');
const SEGMENT_BYTES = 16 * 1024 * 1024;
/** Segments that are kept for use again, and the ones that hold what was written since the last checkpoint. */
const SEGMENTS_MAX = 6;

let root = '';
let db: Database;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'maintenance-'));
  db = await openPglite(root);
  await db.read.query('CREATE TABLE notes (id int8 PRIMARY KEY, text text NOT NULL)');
});
afterAll(async () => {
  await db.close();
  rmSync(root, { recursive: true });
});

const countSegments = () => readdirSync(join(root, 'database', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;

it('keeps the write-ahead log bounded however much is written', async () => {
  const maintenance = createMaintenance({ db, log, metrics: createMetrics(log) });
  let written = 0;
  for (let round = 0; written < 10 * SEGMENT_BYTES; round += 1) {
    // An incompressible text of 4 MB in rows of 4 KB.
    await db.read.query(
      `INSERT INTO notes SELECT $1::int8 * 1024 + n, (SELECT string_agg(md5(n::text || i::text || $1::text), '') FROM generate_series(1, 128) i) FROM generate_series(1, 1024) n`,
      [round],
    );
    written += 4 * 1024 * 1024;
    await maintenance.round();
  }
  expect(countSegments()).toBeLessThanOrEqual(SEGMENTS_MAX);
});

it('makes a checkpoint only when enough was written since the last one', async () => {
  const maintenance = createMaintenance({ db, log, metrics: createMetrics(log) });
  expect((await maintenance.round()).isCheckpointed, 'where the log of an earlier run ends is not known').toBe(true);
  expect((await maintenance.round()).isCheckpointed).toBe(false);
  await db.read.query("SELECT pg_logical_emit_message(false, 'test', repeat('a', 1024 * 1024)) FROM generate_series(1, $1::int)", [
    Math.ceil(CHECKPOINT_BYTES / 1024 / 1024),
  ]);
  expect((await maintenance.round()).isCheckpointed).toBe(true);
});

it('gives the room of changed rows back: a table whose rows change over and over stays as small', async () => {
  await db.read.query('CREATE TABLE states (id int8 PRIMARY KEY, state int8 NOT NULL)');
  await db.read.query('CREATE INDEX states_by_state ON states (state)');
  await db.read.query('INSERT INTO states SELECT n, 0 FROM generate_series(1, 1000) n');
  const maintenance = createMaintenance({ db, log, metrics: createMetrics(log), deadRowsMin: 500 });
  const sizeOf = async () => Number((await db.read.query("SELECT pg_total_relation_size('states') AS size")).rows[0]?.size);
  const grow = async (rounds: number) => {
    for (let round = 1; round <= rounds; round += 1) {
      await db.read.query('UPDATE states SET state = state + 1');
      // Statistics of what is dead reach the catalogue with the next statement of their own.
      await db.read.query('SELECT pg_stat_force_next_flush()');
      await maintenance.round();
    }
    return sizeOf();
  };
  const early = await grow(3);
  expect(await grow(20)).toBeLessThanOrEqual(early * 2);
});

it('freezes what was written many transactions ago, in tables that only grow as well', async () => {
  const freezeAge = 10_000;
  await db.read.query('CREATE TABLE records (n int8)');
  // Each block is a transaction with a number of its own.
  await db.read.query(
    `DO $$ BEGIN FOR n IN 1..${freezeAge + 1} LOOP BEGIN INSERT INTO records VALUES (n); EXCEPTION WHEN OTHERS THEN RAISE; END; END LOOP; END $$`,
  );
  const maintenance = createMaintenance({ db, log, metrics: createMetrics(log), deadRowsMin: 1_000_000, freezeAge });
  const ageOf = async (where: string) =>
    Number(
      (await db.read.query(`SELECT max(age(relfrozenxid)) AS age FROM pg_class WHERE relkind IN ('r', 't', 'm') ${where}`)).rows[0]?.age,
    );
  expect(await ageOf("AND relname = 'records'")).toBeGreaterThan(freezeAge);
  for (let round = 0; round < 1_000 && (await maintenance.round()).vacuumed !== null; round += 1);
  expect(await ageOf('')).toBeLessThanOrEqual(freezeAge);
});
