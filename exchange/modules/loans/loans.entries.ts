import type { Tx } from '../../platform/db';

/** What happened to a loan; `n` counts within its kind. Money in base units, `at` in ms. */
export type LoanEntry = {
  loanId: string;
  kind: 'applied' | 'paid_out' | 'rejected' | 'repaid_part' | 'repaid' | 'withdrawn' | 'late_day' | 'written_off';
  n: number;
  at: number;
  principal: bigint;
  interest: bigint;
  fee: bigint;
};

const ENTRIES_MAX = 500;

/** Writes steps; the database refuses one that was written before. */
export async function insertEntries(tx: Tx, entries: readonly LoanEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `INSERT INTO loan_entries (loan_id, kind, n, at, principal, interest, fee)
     SELECT * FROM unnest($1::int8[], $2::text[], $3::int4[], $4::int8[], $5::numeric[], $6::numeric[], $7::numeric[])`,
    [
      entries.map(({ loanId }) => loanId),
      entries.map(({ kind }) => kind),
      entries.map(({ n }) => n),
      entries.map(({ at }) => at),
      entries.map(({ principal }) => principal),
      entries.map(({ interest }) => interest),
      entries.map(({ fee }) => fee),
    ],
  );
}

/** Returns the newest 500 steps of a loan, oldest first. */
export async function listEntriesOf(tx: Tx, loanId: string): Promise<LoanEntry[]> {
  const { rows } = await tx.query<{ kind: LoanEntry['kind']; n: number; at: string; principal: string; interest: string; fee: string }>(
    `SELECT kind, n, at, principal, interest, fee FROM loan_entries WHERE loan_id = $1 ORDER BY at DESC, kind DESC, n DESC LIMIT ${ENTRIES_MAX}`,
    [loanId],
  );
  return rows
    .map(({ kind, n, at, principal, interest, fee }) => ({
      loanId,
      kind,
      n,
      at: Number(at),
      principal: BigInt(principal),
      interest: BigInt(interest),
      fee: BigInt(fee),
    }))
    .reverse();
}
