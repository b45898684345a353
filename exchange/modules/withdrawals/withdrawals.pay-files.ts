import type { Tx } from '../../platform/db';
import { letsMoneyOut } from '../accounts/accounts';
import { readPause } from '../networks/networks';
import { ActionRefused } from '../operators/operators';
import { lockWithdrawal, type WithdrawalRow } from './withdrawals.repository';

/** Withdrawals of one file. */
const FILE_ROWS_MAX = 500;

/** Those that stand in a file already, with its name. */
type EarlierFile = { id: string; file: string };

type Asked = { network: string; file: string; now: number; isAgain: boolean };

/**
 * Takes what is approved on a network, and whose accounts let money out now (ms), into a file: oldest first, at most 500. What stands in an earlier
 * file is left out and named, unless it is asked for again: whoever pays by both pays twice. What an earlier payment by hand may still arrive for is in
 * none. @throws ActionRefused while the network is paused
 */
export async function takeToPay(
  tx: Tx,
  { network, file, now, isAgain }: Asked,
): Promise<{ rows: WithdrawalRow[]; earlier: EarlierFile[] }> {
  const pause = await readPause(tx, network);
  if (pause !== null) throw new ActionRefused('NOT_ALLOWED', `${network} is paused (${pause.reason}): nothing is to be paid on it now.`);
  const { rows: found } = await tx.query<{ id: string; file: string | null }>(
    `SELECT w.id, f.file FROM withdrawals w JOIN users u ON u.id = w.user_id LEFT JOIN withdrawal_pay_files f ON f.withdrawal_id = w.id
      WHERE w.until IS NOT NULL AND w.state = 'approved' AND w.network = $1 AND ${letsMoneyOut('u', '$2')} AND NOT ${mayArrive('w.id')}
      ORDER BY ($3::boolean OR f.file IS NULL) DESC, w.id LIMIT $4 FOR UPDATE OF w`,
    [network, now, isAgain, FILE_ROWS_MAX],
  );
  const taken = found.filter((row) => isAgain || row.file === null).map(({ id }) => id);
  await tx.query(
    `INSERT INTO withdrawal_pay_files (withdrawal_id, file, written_at) SELECT id, $2, $3 FROM unnest($1::int8[]) AS id
     ON CONFLICT (withdrawal_id) DO UPDATE SET file = excluded.file, written_at = excluded.written_at`,
    [taken, file, now],
  );
  const rows: WithdrawalRow[] = [];
  for (const id of taken) {
    const row = await lockWithdrawal(tx, id);
    if (row !== null) rows.push(row);
  }
  const earlier = found.flatMap((row) => (isAgain || row.file === null ? [] : [{ id: row.id, file: row.file }]));
  return { rows, earlier };
}

/**
 * SQL of whether a payment by hand was named for a withdrawal, was never shown by the chain and gave way to another one: it may still arrive, until two
 * operators say that it can't (`withdrawals again`).
 */
const mayArrive = (id: string) =>
  `EXISTS (SELECT 1 FROM withdrawal_payments e WHERE e.withdrawal_id = ${id} AND e.kind = 'hand' AND e.state = 'displaced')`;

/** SQL of whether a second operator is asked to note that a withdrawal was paid by hand. */
const isAsked = (id: string, now: string) =>
  `EXISTS (SELECT 1 FROM operator_requests WHERE state = 'open' AND act = 'withdrawals.pay' AND target = ${id} AND expires_at > ${now})`;

/**
 * Says whether people may be paying a withdrawal: it stands in a file, a second operator is asked to note that it was paid by hand, or a payment by
 * hand may still arrive. Then neither the exchange pays it, nor does its money go back by itself.
 */
export async function isPaidByPeople(tx: Tx, of: { id: string; now: number }): Promise<boolean> {
  return (await findPaidByPeople(tx, of)) !== null;
}

export type PaidBy = 'file' | 'request' | 'earlier';

/**
 * Returns by what people may be paying a withdrawal: the `file` that it stands in, else the `request` to note a payment by hand, else an `earlier` payment by
 * hand that may still arrive; null: by nothing.
 */
export async function findPaidByPeople(tx: Tx, { id, now }: { id: string; now: number }): Promise<PaidBy | null> {
  const { rows } = await tx.query<{ by: PaidBy | null }>(
    `SELECT CASE WHEN EXISTS (SELECT 1 FROM withdrawal_pay_files WHERE withdrawal_id = $1::int8) THEN 'file'
       WHEN ${isAsked('$1::text', '$2')} THEN 'request' WHEN ${mayArrive('$1::int8')} THEN 'earlier' END AS by`,
    [id, now],
  );
  return rows[0]?.by ?? null;
}

/**
 * Returns which of these approved withdrawals are of accounts that let no money out now (ms) and were never on their way: in no file, named by no
 * request, and never paid before. What may have been paid is for people.
 */
export async function findStopped(tx: Tx, { ids, now }: { ids: readonly string[]; now: number }): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT w.id FROM withdrawals w JOIN users u ON u.id = w.user_id
      WHERE w.id = ANY($1::int8[]) AND w.state = 'approved' AND NOT ${letsMoneyOut('u', '$2')}
        AND NOT EXISTS (SELECT 1 FROM withdrawal_payments WHERE withdrawal_id = w.id)
        AND NOT EXISTS (SELECT 1 FROM withdrawal_pay_files WHERE withdrawal_id = w.id) AND NOT ${isAsked('w.id::text', '$2')}`,
    [ids, now],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Takes a withdrawal out of its file: nobody has paid it by that. Returns whether it stood in one. */
export async function takeOutOfFile(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM withdrawal_pay_files WHERE withdrawal_id = $1', [id]);
  return rowCount > 0;
}
