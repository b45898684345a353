import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readExchangeEnv } from '../../../exchange/env';
import { auditLedger } from '../../../exchange/modules/ledger/ledger';
import { auditPrints } from '../../../exchange/modules/market-data/prints.service';
import { auditPerpetual } from '../../../exchange/modules/perpetual/perpetual';
import type { Database } from '../../../exchange/platform/db';
import { createLogger } from '../../../exchange/platform/logger';
import { openDatabase } from '../../../exchange/platform/open-database';
import { BUSY_MACHINE_MS, MIGRATIONS_DIR } from '../../../exchange/platform/test-database';
import { BFF_KEY } from '../../helpers/exchange-process';
import { SETTLED_ONCE_SQL } from '../../helpers/due-contracts';
import { expectLockedIsExact } from '../../helpers/expect-locked-exact';
import { TRADING_INCONSISTENCIES } from './trading-consistency';

/** Partial effects: each statement finds one kind. Set operations, so that it stays fast on thousands of rows. */
const HALVES = {
  // The house's own quotes are never repeated, so their requests are not kept.
  'an order whose request has no stored answer': `SELECT o.user_id, o.mode, o.id::text FROM spot_orders o JOIN users u ON u.id = o.user_id
     WHERE o.entry_id IS NULL AND u.kind = 'person'
     EXCEPT SELECT user_id, mode, unnest(ARRAY[answer->>'id', answer->'partner'->>'id']) FROM idempotency_keys WHERE call = 'spot.place'`,
  // A number that was barred has no answer.
  'a stored answer whose order is missing': `SELECT user_id, mode, answer->>'id' FROM idempotency_keys
     WHERE call = 'spot.place' AND input_hash NOT LIKE 'barred%'
     EXCEPT SELECT user_id, mode, id::text FROM spot_orders`,
  'a fill without its journal': `SELECT f.id FROM spot_fills f LEFT JOIN ledger_journals j ON j.id = f.journal_id WHERE f.journal_id IS NOT NULL AND j.code IS DISTINCT FROM 'SPOT_FILL'`,
  'a journal without its fill': `SELECT j.id FROM ledger_journals j WHERE j.code = 'SPOT_FILL' AND NOT EXISTS (SELECT 1 FROM spot_fills f WHERE f.journal_id = j.id)`,
  'more faucet credits than stored answers': `SELECT 1 WHERE (SELECT count(*) FROM ledger_journals WHERE code = 'FAUCET')
     <> (SELECT count(*) FROM idempotency_keys WHERE call = 'x.faucet')`,
  'an order that was filled beyond its quantity': `SELECT id FROM spot_orders WHERE filled > quantity`,
  'a crossed book': `SELECT market, mode FROM spot_orders WHERE status IN ('open', 'partially_filled') AND taking_limit IS NULL GROUP BY market, mode
     HAVING max(price) FILTER (WHERE side = 'buy') >= min(price) FILTER (WHERE side = 'sell')`,
} as const;

/** Where a database is: in the folder of a stopped exchange, or on PostgreSQL. */
export type DatabaseOf = { dataDir: string; databaseUrl?: string | undefined };

/** Opens the database of a stopped exchange (embedded) or of a running one (PostgreSQL) for as long as `run` takes. */
export async function withDatabase<T>({ dataDir, databaseUrl }: DatabaseOf, run: (db: Database) => Promise<T>): Promise<T> {
  const env = readExchangeEnv({ BFF_KEY, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, MIGRATIONS_DIR });
  const db = await openDatabase(env, createLogger('silent'));
  // What a test prepares or reads through it is not what the limits of the product are about.
  const transaction: Database['transaction'] = (work, { deadline = Number.POSITIVE_INFINITY, ...options } = {}) =>
    db.transaction(work, deadline === Number.POSITIVE_INFINITY ? options : { ...options, deadline: deadline + BUSY_MACHINE_MS });
  try {
    return await run({ ...db, patienceMs: BUSY_MACHINE_MS, transaction });
  } finally {
    await db.close();
  }
}

/** Proves a database whole: ledger, prints, orders, positions, contracts, holds. */
export function expectConsistent(at: DatabaseOf): Promise<void> {
  return withDatabase(at, expectDatabaseConsistent);
}

/** The same for a database that is open. */
export async function expectDatabaseConsistent(db: Database): Promise<void> {
  const audit = await auditLedger(db);
  expect({ ...audit.differences, faulty: audit.faultyJournals, isClean: audit.isClean }).toEqual({ faulty: [], isClean: true });
  expect(await auditPerpetual(db)).toEqual([]);
  expect((await auditPrints(db)).fault).toBeNull();
  await expectChecksPass(db);
  for (const [what, sql] of Object.entries({ ...HALVES, ...TRADING_INCONSISTENCIES }))
    expect((await db.long.query(sql)).rows, what).toEqual([]);
  expect((await db.long.query(SETTLED_ONCE_SQL)).rows, 'a contract without exactly one result').toEqual([]);
  await expectLockedIsExact(db);
}

async function expectChecksPass(db: Database): Promise<void> {
  for (const name of (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.check.sql'))) {
    const { rows } = await db.long.query(await readFile(join(MIGRATIONS_DIR, name), 'utf8'));
    expect(rows, name).toEqual([]);
  }
}
