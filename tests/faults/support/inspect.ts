import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readExchangeEnv } from '../../../exchange/env';
import { auditLedger } from '../../../exchange/modules/ledger/ledger';
import { auditPrints } from '../../../exchange/modules/market-data/market-data';
import type { Database } from '../../../exchange/platform/db';
import { createLogger } from '../../../exchange/platform/logger';
import { openDatabase } from '../../../exchange/platform/open-database';
import { MIGRATIONS_DIR } from '../../../exchange/platform/test-database';
import { BFF_KEY } from '../../helpers/exchange-process';
import { expectHeldIsExact } from '../../helpers/spot-world';

/** Effects that have no whole behind them: each statement finds halves of one kind. */
const HALVES = {
  'an order whose request has no stored answer': `SELECT o.id FROM spot_orders o JOIN users u ON u.id = o.user_id
     WHERE o.entry_id IS NULL AND NOT EXISTS (SELECT 1 FROM idempotency_keys i WHERE i.user_id = o.user_id AND i.mode = o.mode
                         AND i.call = 'spot.place' AND o.id::text IN (i.answer->>'id', i.answer->'partner'->>'id'))`,
  'a stored answer whose order is missing': `SELECT i.request_id FROM idempotency_keys i WHERE i.call = 'spot.place'
     AND NOT EXISTS (SELECT 1 FROM spot_orders o WHERE o.id::text = i.answer->>'id' AND o.user_id = i.user_id)`,
  'a fill without its journal': `SELECT f.id FROM spot_fills f LEFT JOIN ledger_journals j ON j.id = f.journal_id WHERE j.code IS DISTINCT FROM 'SPOT_FILL'`,
  'a journal without its fill': `SELECT j.id FROM ledger_journals j WHERE j.code = 'SPOT_FILL' AND NOT EXISTS (SELECT 1 FROM spot_fills f WHERE f.journal_id = j.id)`,
  'more faucet credits than stored answers': `SELECT 1 WHERE (SELECT count(*) FROM ledger_journals WHERE code = 'FAUCET')
     <> (SELECT count(*) FROM idempotency_keys WHERE call = 'x.faucet')`,
  'an order that was filled beyond its quantity': `SELECT id FROM spot_orders WHERE filled > quantity`,
  'a crossed book': `SELECT market, mode FROM spot_orders WHERE status IN ('open', 'partially_filled') GROUP BY market, mode
     HAVING max(price) FILTER (WHERE side = 'buy') >= min(price) FILTER (WHERE side = 'sell')`,
} as const;

/** Opens the database of a stopped exchange (embedded) or of a running one (PostgreSQL) and proves it whole: ledger, prints, orders, holds. */
export async function expectWhole(at: { dataDir: string; databaseUrl?: string | undefined }): Promise<void> {
  const env = readExchangeEnv({ BFF_KEY, DATA_DIR: at.dataDir, DATABASE_URL: at.databaseUrl, MIGRATIONS_DIR });
  const db = await openDatabase(env, createLogger('silent'));
  try {
    const audit = await auditLedger(db);
    expect({ ...audit.differences, faulty: audit.faultyJournals, isClean: audit.isClean }).toEqual({ faulty: [], isClean: true });
    expect((await auditPrints(db)).fault).toBeNull();
    await expectChecksPass(db);
    for (const [what, sql] of Object.entries(HALVES)) expect((await db.read.query(sql)).rows, what).toEqual([]);
    await expectHeldIsExact(db);
  } finally {
    await db.close();
  }
}

async function expectChecksPass(db: Database): Promise<void> {
  for (const name of (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.check.sql'))) {
    const { rows } = await db.read.query(await readFile(join(MIGRATIONS_DIR, name), 'utf8'));
    expect(rows, name).toEqual([]);
  }
}
