import { readExchangeEnv } from '../env';
import { auditLedger } from '../modules/ledger/ledger';
import { auditPrints } from '../modules/market-data/market-data';
import { auditPerpetual } from '../modules/perpetual/perpetual';
import { createToken } from '../platform/ids';
import { createLogger } from '../platform/logger';
import { hasDatabase, openDatabase } from '../platform/open-database';
import { formatAudit, formatFaults, formatPrintAudit } from './format-audit';

const USAGE = `Usage: npm run operator -- <command>

  audit   prove the ledger (zero per realm and asset, stored balances = sums of postings), the chain of price prints, and that
          perpetual trading is zero-sum (clearing accounts, margins, longs = shorts);
          exit 1 on any difference
`;

/** Runs one command and returns the exit code. The embedded database must not be in use: stop the exchange first. */
async function runOperator(command: string | undefined): Promise<number> {
  if (command !== 'audit') {
    process.stderr.write(USAGE);
    return 2;
  }
  // No command speaks to the app, so none needs the real shared secret.
  const env = readExchangeEnv({ BFF_KEY: createToken(), ...process.env });
  if (!hasDatabase(env)) throw new Error(`There is no database in ${env.dataDir}: set DATA_DIR or DATABASE_URL.`);
  const db = await openDatabase(env, createLogger('error'));
  try {
    const report = await auditLedger(db);
    const chain = await auditPrints(db);
    const faults = await auditPerpetual(db);
    process.stdout.write(formatAudit(report) + formatPrintAudit(chain) + formatFaults('perpetual trading', faults));
    return report.isClean && chain.fault == null && faults.length === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}

runOperator(process.argv[2]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
