import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { changeScores } from '../credit-score/credit-score';
import { postJournals } from '../ledger/ledger';
import { insertEntries } from './loans.entries';
import type { Outcome } from './loans.life';
import { saveLoans } from './loans.repository';

/** Writes what steps have led to, all in one transaction: a fixed number of statements however many loans. The loans are locked. */
export async function writeOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  await saveLoans(
    tx,
    outcomes.map(({ loan }) => loan),
  );
  await insertEntries(
    tx,
    outcomes.flatMap(({ entries }) => entries),
  );
  await changeScores(
    tx,
    outcomes.flatMap(({ scores }) => scores),
  );
  await postJournals(
    tx,
    outcomes.flatMap(({ journals }) => journals),
  );
  await appendEvents(
    tx,
    outcomes.flatMap(({ events }) => events),
  );
}
