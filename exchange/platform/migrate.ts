import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, DeadlineExceeded, type ScriptTx, sqlStateOf } from './db';
import { hashText } from './ids';
import type { Logger } from './logger';

type Migration = { name: string; script: string; check: string; checksum: string };

const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Any number: it only has to be the same in every process of this product. */
const ADVISORY_LOCK = 4_600_001;
/** A migration may rewrite a table, and a second process waits for it. */
const LONG = { kind: 'long' } as const;
/**
 * The most that a statement of a migration waits for a table. Whatever comes to the table later queues up behind it, so this is shorter than a batch
 * waits for a lock.
 */
const TABLE_WAIT = '500ms';
/** Another transaction had the table all that time, or the two waited for each other. */
const TABLE_IN_USE = new Set(['55P03', '40P01']);

/** How often a migration is begun anew while its tables are in use, and for how long they are left alone between two tries (ms). */
export type Patience = { triesMax: number; pauseMs: number };
/** About ten minutes. */
const PATIENCE: Patience = { triesMax: 180, pauseMs: 3_000 };

/**
 * Applies the migrations of `folder` that the database does not have yet, in the order of their names, each in a transaction of its own
 * together with its check: a query in `<name>.check.sql` that returns the rows that are wrong, so none. Returns the names applied.
 * Processes that start together take turns. Where another version trades meanwhile, it is held up by a moment at most: a migration whose table is in use
 * is begun anew until it isn't.
 * @throws Error when an applied migration was changed or is missing, or when a check finds a row
 * @throws DeadlineExceeded when a table stayed in use
 */
export async function migrate(db: Database, folder: string, log: Logger, patience = PATIENCE): Promise<string[]> {
  const migrations = await readMigrations(folder);
  await db.transaction(async (tx) => {
    await lock(db, tx);
    await tx.script(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
  }, LONG);
  const applied: string[] = [];
  // What is applied stays so: a start with nothing to do asks once, not once for each.
  const known = await readApplied(db);
  for (const migration of migrations) {
    if (isApplied(migration, known.get(migration.name))) continue;
    const isNew = await applyPatiently({ db, log, patience }, migration);
    if (isNew) {
      applied.push(migration.name);
      log.info({ migration: migration.name }, 'migration applied');
    }
  }
  await refuseUnknown(db, migrations);
  return applied;
}

/** Returns one hash over all migrations, which names the schema they make. */
export async function hashMigrations(folder: string): Promise<string> {
  const migrations = await readMigrations(folder);
  return hashText(migrations.map(({ name, checksum }) => `${name} ${checksum}`).join('\n'));
}

async function applyPatiently(
  { db, log, patience }: { db: Database; log: Logger; patience: Patience },
  migration: Migration,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => applyOnce(db, tx, migration), LONG);
    } catch (error) {
      if (!isTableInUse(error)) throw error;
      const seen = { err: error, migration: migration.name, attempt };
      if (attempt >= patience.triesMax) {
        log.error(seen, 'a migration was given up, its table stayed in use: end what holds it, or start again');
        throw error;
      }
      log.warn(seen, 'a migration waits, its table is in use');
      await new Promise((resolve) => setTimeout(resolve, patience.pauseMs));
    }
  }
}

function isTableInUse(error: unknown): boolean {
  return TABLE_IN_USE.has(sqlStateOf(error instanceof DeadlineExceeded ? error.cause : error) ?? '');
}

async function applyOnce(db: Database, tx: ScriptTx, migration: Migration): Promise<boolean> {
  await lock(db, tx);
  // Another process may have had its turn meanwhile.
  const { rows } = await tx.query<{ checksum: string }>('SELECT checksum FROM migrations WHERE name = $1', [migration.name]);
  if (isApplied(migration, rows[0]?.checksum)) return false;
  // The turn may be waited for as long as it takes: nobody else queues up for it.
  if (db.kind === 'postgres') await tx.query(`SET LOCAL lock_timeout = '${TABLE_WAIT}'`);
  await tx.script(migration.script);
  const wrong = await tx.query(migration.check);
  if (wrong.rows.length > 0) throw new Error(`the check of migration ${migration.name} found: ${JSON.stringify(wrong.rows[0])}`);
  await tx.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
  return true;
}

/** The embedded database has one connection and needs no lock. */
async function lock(db: Database, tx: ScriptTx): Promise<void> {
  if (db.kind === 'postgres') await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
}

/** Returns the checksums of what the database has, by name, in the order of the names. */
async function readApplied(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.read.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations ORDER BY name');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** `checksum`: of what was applied under its name, if anything was. @throws Error when that was something else */
function isApplied(migration: Migration, checksum: string | undefined): boolean {
  if (checksum === undefined) return false;
  if (checksum !== migration.checksum) throw new Error(`migration ${migration.name} was changed after it had been applied`);
  return true;
}

async function refuseUnknown(db: Database, migrations: Migration[]): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...(await readApplied(db)).keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`the database has migration ${unknown}, which this version does not know`);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name) && !name.endsWith('.check.sql')).sort();
  if (names.length === 0) throw new Error(`no migrations in ${folder}`);
  return Promise.all(
    names.map(async (name) => {
      const script = await readText(join(folder, name));
      const check = await readText(join(folder, name.replace(/\.sql$/, '.check.sql')));
      return { name, script, check, checksum: hashText(script) };
    }),
  );
}

/** Line ends do not count, so that a checkout on another system has the same checksums. */
async function readText(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
}
