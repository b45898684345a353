import { readExchangeEnv } from '../env';
import { auditLedger } from '../modules/ledger/ledger';
import { auditPrints } from '../modules/market-data/market-data';
import { auditPerpetual, describeInsurance } from '../modules/perpetual/perpetual';
import { systemClock } from '../platform/clock';
import type { Database } from '../platform/db';
import { createToken } from '../platform/ids';
import { createLogger } from '../platform/logger';
import { hasDatabase, openDatabase } from '../platform/open-database';
import { fundPool } from './fund-pool';
import { formatAudit, formatFaults, formatPrintAudit } from './format-audit';

const USAGE = `Usage: npm run operator -- <command>

  audit   prove the ledger (zero per realm and asset, stored balances = sums of postings), the chain of price prints, and that
          perpetual trading is zero-sum (clearing accounts, margins, longs = shorts, funding);
          exit 1 on any difference
  fund    <insurance-fund | options-pool> <amount in USDT> <reference>
          book the operator's own money into a pool of the real accounts, once for each reference
`;

const COMMANDS: Record<string, (db: Database, words: readonly string[]) => Promise<number>> = {
  async audit(db) {
    const report = await auditLedger(db);
    const chain = await auditPrints(db);
    const faults = await auditPerpetual(db);
    process.stdout.write(formatAudit(report) + formatPrintAudit(chain) + formatFaults('perpetual trading', faults));
    process.stdout.write(await describeInsurance(db));
    return report.isClean && chain.fault == null && faults.length === 0 ? 0 : 1;
  },
  async fund(db, words) {
    process.stdout.write(await fundPool(db, { words, at: systemClock.now() }));
    process.stdout.write(await describeInsurance(db));
    return 0;
  },
};

/** Runs one command and returns the exit code. The embedded database must not be in use: stop the exchange first. */
async function runOperator([command, ...words]: readonly string[]): Promise<number> {
  const run = command === undefined ? undefined : COMMANDS[command];
  if (run === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  // No command speaks to the app, so none needs the real shared secret.
  const env = readExchangeEnv({ BFF_KEY: createToken(), ...process.env });
  if (!hasDatabase(env)) throw new Error(`There is no database in ${env.dataDir}: set DATA_DIR or DATABASE_URL.`);
  const db = await openDatabase(env, createLogger('error'));
  try {
    return await run(db, words);
  } finally {
    await db.close();
  }
}

runOperator(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
