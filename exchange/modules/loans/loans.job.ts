import { z } from 'zod';
import { divideRepayment } from '../../../lib/rules/loans';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { createNarrowing } from '../../platform/narrowing';
import { takeTurns } from '../ledger/ledger';
import { listAgreementHashes } from './loans.agreements.repository';
import { advance, debtOf, isLost, join, LAPSED, type Outcome, payOut, reject, repay, timesOf, writeOff } from './loans.life';
import { addressesOf } from './loans.postings';
import { type DueLoan, listDue, type Loan, lockDue, putLoanAside } from './loans.repository';
import { writeOutcomes } from './loans.write';

/** Loans of one chunk. */
export const CHUNK_LOANS = 100;
/** Steps of one loan in a chunk: after a standstill the others follow in the next ones. Each may change a score, of which a transaction takes 1,000. */
const STEPS_MAX = 10;
const EVERY_MS = 5_000;
const LOANS_JOB = 'loan steps';

/** What users have left while a chunk is worked at, by address. */
type Purse = Map<string, bigint>;

/** Does the steps of loans that are due: payouts, reminders, automatic repayments, days overdue, write-offs. Returns false when nothing was due. */
export async function runLoanSteps(tx: Tx, now: number): Promise<boolean> {
  const due = await listDue(tx, { now, limit: CHUNK_LOANS });
  return due.length > 0 && (await stepLoans(tx, due, now)) > 0;
}

/** Those of these loans that somebody else holds come again with the next look. Returns how many were done. */
async function stepLoans(tx: Tx, due: readonly DueLoan[], now: number): Promise<number> {
  const purse = await readPurses(tx, due);
  const loans = await lockDue(tx, { ids: due.map(({ id }) => id), now });
  const hashes = await listAgreementHashes(
    tx,
    loans.flatMap(({ id, state }) => (state === 'applying' ? [id] : [])),
  );
  await writeOutcomes(
    tx,
    loans.map((loan) => step(loan, { now, purse, agreementHash: hashes.get(loan.id) })),
  );
  return loans.length;
}

/** Who ticked that it be repaid by itself is asked for money: their other writes wait. */
async function readPurses(tx: Tx, due: readonly DueLoan[]): Promise<Purse> {
  const addresses = due.flatMap((loan) => (loan.isAuto ? [addressesOf(loan).user] : []));
  return addresses.length === 0 ? new Map() : new Map(await takeTurns(tx, addresses));
}

type Context = { now: number; purse: Purse; agreementHash: string | undefined };

function step(loan: Loan, context: Context): Outcome {
  const { now, agreementHash } = context;
  if (loan.state === 'applying') {
    if (loan.needsOperators) return reject(loan, { reason: LAPSED, at: now });
    if (agreementHash === undefined) throw new Error(`loan ${loan.id} has no agreement`);
    return payOut(loan, { agreementHash, at: now });
  }
  // A loan whose time is over pays before it is overdue, however late this chunk is.
  if (loan.state === 'running') return tryRepay(loan, context) ?? advance(loan, now, STEPS_MAX);
  const late = advance(loan, now, STEPS_MAX);
  // Days that are left to the next chunks are counted before it is repaid, as when its owner repays it.
  const hasMore = (late.loan.nextAt ?? now + 1) <= now && !isLost(late.loan, now);
  if (hasMore) return late;
  const paid = tryRepay(late.loan, context);
  if (paid !== null) return join(late, paid);
  return isLost(late.loan, now) ? join(late, writeOff(late.loan, now)) : late;
}

/** Returns the repayment of a loan whose owner ticked it, whose time is over, and who has all of it; else null. */
function tryRepay(loan: Loan, { now, purse }: Context): Outcome | null {
  if (!loan.isAuto || now <= timesOf(loan).dueAt) return null;
  const debt = debtOf(loan, now);
  const { user } = addressesOf(loan);
  const left = (purse.get(user) ?? 0n) - debt.principal - debt.interest - debt.fee;
  const paid = divideRepayment(debt, { amount: null, isWithdrawal: false });
  if (left < 0n || paid === null) return null;
  purse.set(user, left);
  return repay(loan, { paid, isWithdrawal: false, isAutomatic: true, at: now });
}

/**
 * Returns the job that does what is due on loans, a bounded chunk at a time. A loan whose step can't be done holds up no other: it is put aside for an hour,
 * counted, and has an alarm.
 */
export function createLoanJob({ clock, metrics }: Pick<Platform, 'clock' | 'metrics'>): JobKind {
  const aside = metrics.counter({ name: 'loans_aside_total', help: 'Loans that were put aside because their step could not be done' });
  const doChunk = createNarrowing<DueLoan>({
    rowsMax: CHUNK_LOANS,
    onAside({ id }, err) {
      aside.inc();
      metrics.alarm('loan_aside', { loan: id, err }, 'the step of a loan could not be done and was put aside');
    },
  });
  return defineJob({
    name: LOANS_JOB,
    payload: z.object({}),
    cursor: z.object({ pieces: z.number() }),
    period: { everyMs: EVERY_MS, missed: 'last' },
    async run(tx, { cursor, attempts }) {
      const now = clock.now();
      const count = await doChunk({
        attempts,
        list: (limit) => listDue(tx, { now, limit }),
        work: (due) => stepLoans(tx, due, now),
        putAside: ({ id }, why) => putLoanAside(tx, { id, at: now, why }),
      });
      return count === 0 ? null : { pieces: (cursor?.pieces ?? 0) + 1 };
    },
  }) as unknown as JobKind;
}
