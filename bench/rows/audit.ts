// Audit of 1,000,000 ledger entries, as the operator's command does it, on PostgreSQL and on the embedded database.
import { auditLedger } from '../../exchange/modules/ledger/ledger';
import type { Database } from '../../exchange/platform/db';
import { onBothDatabases } from '../support/databases';
import { median } from '../support/print';

const ENTRIES = 1_000_000;
const USERS = 1_000;
const ROUNDS = 3;
const SECONDS_MAX = 5;

/** Half as many journals as entries, each a unit from outside to one of 1,000 users. Written past the triggers, which the audit does not need. */
async function fill(db: Database): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `INSERT INTO ledger_accounts (id, address, asset, realm, owner, user_id, part, balance)
       SELECT n, 'user:' || n || ':real:USDT:available', 'USDT', 'real', 'user', n, 'available', $1::int8 / 2 / $2::int8
         FROM generate_series(1, $2::int8) n`,
        [ENTRIES, USERS],
      );
      await tx.query(
        `INSERT INTO ledger_accounts (id, address, asset, realm, owner, balance)
       VALUES ($2::int8 + 1, 'outside:real:issuance:USDT', 'USDT', 'real', 'outside', -$1::int8 / 2)`,
        [ENTRIES, USERS],
      );
      await tx.query(
        `INSERT INTO ledger_journals (id, code, reference, realm, created_at)
       SELECT n, 'FAUCET', n::text, 'real', now() FROM generate_series(1, $1::int8 / 2) n`,
        [ENTRIES],
      );
      await tx.query(
        `INSERT INTO ledger_postings (journal_id, line, account_id, amount, balance_after)
       SELECT n, line, CASE line WHEN 1 THEN $2::int8 + 1 ELSE 1 + (n - 1) % $2::int8 END, CASE line WHEN 1 THEN -1 ELSE 1 END,
              CASE line WHEN 1 THEN -n ELSE 1 + (n - 1) / $2::int8 END
         FROM generate_series(1, $1::int8 / 2) n, generate_series(1, 2) line`,
        [ENTRIES, USERS],
      );
      await tx.query(
        `INSERT INTO ledger_daily_sums (user_id, realm, day, asset, code, amount, journals)
         SELECT n, 'real', (now() AT TIME ZONE 'UTC')::date, 'USDT', 'FAUCET', $1::int8 / 2 / $2::int8, $1::int8 / 2 / $2::int8
           FROM generate_series(1, $2::int8) n`,
        [ENTRIES, USERS],
      );
    },
    { kind: 'long' },
  );
  for (const table of ['ledger_accounts', 'ledger_journals', 'ledger_postings', 'ledger_daily_sums'])
    await db.long.query(`ANALYZE ${table}`);
}

await onBothDatabases(async (db) => {
  await fill(db);
  const seconds: number[] = [];
  let text = '';
  let isClean = true;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const report = await auditLedger(db);
    seconds.push((performance.now() - startedAt) / 1000);
    const sum = report.sums.reduce((total, row) => total + row.postingsSum, 0n);
    isClean &&= report.isClean;
    text = `${report.postings.toLocaleString('en')} entries, sum ${sum}, ${report.isClean ? 'clean' : 'NOT CLEAN'}`;
  }
  console.log(`${db.kind}: ${median(seconds).toFixed(2)} s (median of ${ROUNDS}; wanted: at most ${SECONDS_MAX} s); ${text}`);
  if (!isClean) throw new Error('the ledger is not clean');
});
