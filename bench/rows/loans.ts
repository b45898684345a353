// 100,000 running loans on PostgreSQL with fsync: how fast payouts, reminders, repayments and days overdue are done, in pieces as the job does them.
import { auditLoans } from '../../exchange/modules/loans/loans.audit';
import { CHUNK_LOANS, runLoanSteps } from '../../exchange/modules/loans/loans.job';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import type { Database } from '../../exchange/platform/db';
import { createLogger } from '../../exchange/platform/logger';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { countStatements } from '../../tests/helpers/count-statements';
import { startServer } from '../support/postgres';
import { printVerdict } from '../support/print';
import { insertUsers } from '../support/users';

const LOANS = Number(process.env.LOANS ?? 100_000);
/** Nobody has more at once. */
const EACH = 10;
const DAYS = 7;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const PAID_OUT_AT = START + 20_000;
const AMOUNT = 100_000_000_000n;
const INTEREST = 900_000_000n;
const ROWS_AT_ONCE = 20_000;
const MINUTES_MAX = 10;

/**
 * Applications as they are written when they are signed, in a few statements for many and with the fewest bytes in the place of the file. Every second one
 * of a user is repaid by itself, out of what the others bring.
 */
async function apply(db: Database): Promise<void> {
  const users = await insertUsers(db, Math.ceil(LOANS / EACH));
  const amount = AMOUNT * BigInt(LOANS);
  const move = (from: string, to: string) => [
    { address: from, amount: -amount },
    { address: to, amount },
  ];
  const funded = {
    code: 'HOUSE_FUNDING',
    reference: 'pool',
    at: START,
    postings: move('outside:real:operator:USDT', 'house:real:loan-pool:USDT'),
  };
  const reserved = {
    code: 'LOAN_RESERVE',
    reference: 'bench',
    at: START,
    postings: move('house:real:loan-pool:USDT', 'house:real:loans-promised:USDT'),
  };
  await db.transaction((tx) => postJournals(tx, [funded, reserved]));
  for (let first = 1; first <= LOANS; first += ROWS_AT_ONCE) {
    const range = [first, Math.min(LOANS, first + ROWS_AT_ONCE - 1)];
    await db.transaction(
      async (tx) => {
        await tx.query(
          `INSERT INTO loans (user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, is_auto, needs_operators, applied_at,
                  principal, next_at)
           SELECT (n - 1) % ${users.length} + 1, 'real', '2', 1, ${DAYS}, ${DAY_MS}, '0.15', ${AMOUNT}, ${INTEREST}, 'applying', (n - 1) / ${users.length} % 2 = 0, false, ${START},
                  ${AMOUNT}, ${PAID_OUT_AT} FROM generate_series($1::int8, $2::int8) AS n ORDER BY n`,
          range,
        );
        await tx.query(
          `INSERT INTO loan_agreements (loan_id, locale, hash, key_id, sealed_content, sealed_file)
           SELECT id, 'en', lpad(id::text, 64, '0'), 'bench', 'content', 'file' FROM loans WHERE id BETWEEN $1::int8 AND $2::int8`,
          range,
        );
        await tx.query(
          `INSERT INTO loan_entries (loan_id, kind, n, at, principal)
           SELECT id, 'applied', 1, applied_at, amount FROM loans WHERE id BETWEEN $1::int8 AND $2::int8`,
          range,
        );
      },
      { kind: 'long' },
    );
  }
  await db.long.query('ANALYZE');
}

/** Does all steps that are due, piece after piece. */
async function work(db: Database, at: number): Promise<{ pieces: number; seconds: number; slowest: number }> {
  const begun = performance.now();
  let [pieces, slowest] = [0, 0];
  for (;;) {
    const piece = performance.now();
    if (!(await db.transaction((tx) => runLoanSteps(tx, at), { kind: 'work' }))) break;
    slowest = Math.max(slowest, performance.now() - piece);
    pieces += 1;
  }
  return { pieces, seconds: (performance.now() - begun) / 1_000, slowest };
}

const END = PAID_OUT_AT + DAYS * DAY_MS;
/** What is due at a time, and what has happened then to how many loans. */
const PHASES = [
  { name: 'payouts', at: PAID_OUT_AT, proof: "loan_entries WHERE kind = 'paid_out'", wanted: LOANS },
  { name: 'reminders 12 hours before', at: END - DAY_MS / 4, proof: "loans WHERE state = 'running' AND reminders = 2", wanted: LOANS },
  {
    name: 'repaid by themselves where they can, else a day overdue',
    at: END + DAY_MS + 1,
    proof: "loans l JOIN loan_entries e ON e.loan_id = l.id WHERE e.kind = CASE WHEN l.is_auto THEN 'repaid' ELSE 'late_day' END",
    wanted: LOANS,
  },
] as const;

const server = await startServer();
try {
  const log = createLogger('error');
  const db = openPostgres(await server.createDatabase('loans'), log);
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  await apply(db);
  for (const { name, at, proof, wanted } of PHASES) {
    const { db: counted, sent } = countStatements(db);
    const { pieces, seconds, slowest } = await work(counted, at);
    const { rows } = await db.long.query<{ n: string }>(`SELECT count(*) AS n FROM ${proof}`);
    if (Number(rows[0]?.n) !== wanted) throw new Error(`${name}: happened to ${rows[0]?.n} loans, not to ${wanted}`);
    if (pieces < LOANS / CHUNK_LOANS) throw new Error(`${name}: ${pieces} pieces for ${LOANS} loans`);
    const minutes = seconds / 60;
    console.log(
      `  ${name}: ${LOANS} loans in ${seconds.toFixed(1)} s, ${Math.round(LOANS / seconds)}/s, slowest piece of ${CHUNK_LOANS} ${slowest.toFixed(0)} ms, ${(sent.length / LOANS).toFixed(3)} statements a loan`,
    );
    const hundredThousand = (minutes * 100_000) / LOANS;
    const value = `${hundredThousand.toFixed(1)} min for 100,000`;
    printVerdict({ what: name, value, wanted: `at most ${MINUTES_MAX}`, isReached: hundredThousand <= MINUTES_MAX });
  }
  const { faults } = await auditLoans(db, PHASES[2].at);
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
  await db.close();
} finally {
  await server.stop();
}
