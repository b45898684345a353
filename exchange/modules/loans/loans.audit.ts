import type { AuditFindings } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { LOAN_SCALE } from '../../../lib/rules/loans';

type Row = { realm: string; state: string; loans: number; units: string };
type FaultRow = { fault: string };

const FINDINGS_MAX = 100;
/** What is due is done within seconds; later than this is a fault. */
const LATE_MS = 3_600_000;

/** Accounts that are not what the loans say, and loans that were paid out without their agreement. */
const FAULTS = `
  WITH said AS (
    SELECT 'house:' || realm || ':loans-promised:USDT' AS address, sum(principal) AS units FROM loans WHERE state = 'applying' GROUP BY realm
    UNION ALL
    SELECT 'house:' || realm || ':loans-lent:USDT', sum(principal) FROM loans WHERE state IN ('running', 'overdue') GROUP BY realm
    UNION ALL
    SELECT 'clearing:' || realm || ':loans-owed:USDT', -sum(principal) FROM loans WHERE state IN ('running', 'overdue') GROUP BY realm
  ), held AS (
    SELECT address, balance FROM ledger_accounts
     WHERE address LIKE 'house:%:loans-promised:USDT' OR address LIKE 'house:%:loans-lent:USDT' OR address LIKE 'clearing:%:loans-owed:USDT'
  )
  SELECT coalesce(said.address, held.address) || ' has ' || coalesce(held.balance, 0) || ', the loans say ' || coalesce(said.units, 0) AS fault
    FROM said FULL JOIN held ON held.address = said.address WHERE coalesce(said.units, 0) <> coalesce(held.balance, 0)
  UNION ALL
  SELECT 'loan ' || l.id || ' was paid out without its agreement in the reference'
    FROM loans l JOIN loan_agreements a ON a.loan_id = l.id
   WHERE l.paid_out_at IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM ledger_journals j WHERE j.code = 'LOAN_PAYOUT' AND j.reference = 'loan:' || l.id || ':' || a.hash)
   LIMIT ${FINDINGS_MAX}`;

/** Proves that what is set aside and lent is what the loans say, that each payout names the agreement that was signed for it, and that no step waits. */
export async function auditLoans(db: Database, now: number): Promise<AuditFindings> {
  const { rows } = await db.long.query<Row>(
    `SELECT realm, state, count(*)::int AS loans, sum(principal) AS units FROM loans WHERE principal > 0 GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const faults = (await db.long.query<FaultRow>(FAULTS)).rows.map(({ fault }) => fault);
  const { rows: late } = await db.long.query<{ id: string }>(
    `SELECT id FROM loans WHERE next_at <= $1 ORDER BY next_at, id LIMIT ${FINDINGS_MAX}`,
    [now - LATE_MS],
  );
  const figures = rows.map(
    ({ realm, state, loans, units }) => `loans, ${realm}, ${state}: ${loans}, ${fromUnits(BigInt(units), LOAN_SCALE)} USDT`,
  );
  return { figures, faults: [...faults, ...late.map(({ id }) => `the next step of loan ${id} waits for more than an hour`)] };
}
