// How fast due steps of many running loans are done on PostgreSQL with fsync, in pieces as the job does them; LOANS says how many.
import { openServiceAccount } from '../../exchange/modules/accounts/accounts';
import { auditLoans } from '../../exchange/modules/loans/loans.audit';
import { insertAgreement } from '../../exchange/modules/loans/loans.agreements.repository';
import { insertEntries } from '../../exchange/modules/loans/loans.entries';
import { PIECE_LOANS, runLoanSteps } from '../../exchange/modules/loans/loans.job';
import { firstStepAt } from '../../exchange/modules/loans/loans.life';
import { reserveJournal } from '../../exchange/modules/loans/loans.postings';
import { insertLoan, type Loan } from '../../exchange/modules/loans/loans.repository';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import type { Database } from '../../exchange/platform/db';
import { createLogger } from '../../exchange/platform/logger';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { startServer } from '../support/postgres';

const LOANS = Number(process.env.LOANS ?? 2_000);
const USERS = Math.min(1_000, LOANS);
const DAYS = 7;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const AMOUNT = 100_000_000_000n;
const INTEREST = 900_000_000n;
const AT_ONCE = 100;
const TERMS = { product: '2', termsVersion: 1, days: DAYS, dayMs: DAY_MS, rate: '0.15', amount: AMOUNT, interest: INTEREST };

async function openUsers(db: Database): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < USERS; n += 1) ids.push(await db.transaction((tx) => openServiceAccount(tx, { username: `bench_${n}`, at: START })));
  const amount = AMOUNT * BigInt(LOANS);
  const postings = [
    { address: 'outside:real:operator:USDT', amount: -amount },
    { address: 'house:real:loan-pool:USDT', amount },
  ];
  await db.transaction((tx) => postJournals(tx, [{ code: 'HOUSE_FUNDING', reference: 'pool', at: START, postings }]));
  return ids;
}

/** Applications as they are written when they are signed, without the file. */
async function apply(db: Database, users: readonly string[]): Promise<void> {
  for (let first = 0; first < LOANS; first += AT_ONCE) {
    await db.transaction(
      async (tx) => {
        const loans: Loan[] = [];
        for (let n = first; n < Math.min(first + AT_ONCE, LOANS); n += 1) {
          const times = { appliedAt: START, nextAt: firstStepAt({ appliedAt: START, needsOperators: false }) };
          const owner = { userId: users[n % USERS] ?? '', mode: 'real', isAuto: n % 2 === 0, needsOperators: false } as const;
          const loan = await insertLoan(tx, { ...TERMS, ...owner, ...times });
          const [content, file] = [Buffer.from('content'), Buffer.from('file')];
          const hash = loan.id.padStart(64, '0');
          await insertAgreement(tx, { loanId: loan.id, locale: 'en', hash, keyId: 'bench', content, file, signature: null });
          loans.push(loan);
        }
        const applied = loans.map(({ id }) => ({
          loanId: id,
          kind: 'applied' as const,
          n: 1,
          at: START,
          principal: AMOUNT,
          interest: 0n,
          fee: 0n,
        }));
        await insertEntries(tx, applied);
        await postJournals(
          tx,
          loans.map((loan) => reserveJournal(loan, START)),
        );
      },
      { kind: 'long' },
    );
  }
}

const server = await startServer();
try {
  const log = createLogger('error');
  const db = openPostgres(await server.createDatabase('loans'), log);
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  await apply(db, await openUsers(db));
  const end = START + 20_000 + DAYS * DAY_MS;
  for (const [name, at] of [
    ['payouts', START + 20_000],
    ['reminders 12 hours before', end - DAY_MS / 4],
    ['repaid by themselves where they can, else a day overdue', end + DAY_MS + 1],
  ] as const) {
    const begun = performance.now();
    let [pieces, slowest] = [0, 0];
    for (;;) {
      const piece = performance.now();
      const hasMore = await db.transaction((tx) => runLoanSteps(tx, at));
      slowest = Math.max(slowest, performance.now() - piece);
      if (!hasMore) break;
      pieces += 1;
    }
    const seconds = (performance.now() - begun) / 1_000;
    if (pieces < LOANS / PIECE_LOANS) throw new Error(`${name}: ${pieces} pieces for ${LOANS} loans`);
    const rate = LOANS / seconds;
    console.log(
      `  ${name}: ${LOANS} loans in ${seconds.toFixed(1)} s, ${Math.round(rate)}/s, slowest piece of ${PIECE_LOANS} ${slowest.toFixed(0)} ms; 100,000 would take ${(100_000 / rate / 60).toFixed(1)} min`,
    );
  }
  const { faults } = await auditLoans(db);
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
  await db.close();
} finally {
  await server.stop();
}
