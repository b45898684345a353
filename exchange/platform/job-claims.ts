import type { Tx } from './db';
import type { JobRow } from './jobs.repository';

const UNTIL = (parameter: string) => `to_timestamp(${parameter}::int8 / 1000.0)`;

/** Keeps a job from everybody until a time (ms), without ending it. */
export async function claimJob(tx: Tx, { id }: JobRow, until: number): Promise<void> {
  await tx.query(`UPDATE jobs SET run_at = ${UNTIL('$2')} WHERE id = $1`, [id, until]);
}

/** Takes a job that was claimed until then, for this transaction. Returns false when it has been taken since. */
export async function lockClaimed(tx: Tx, { id, attempts }: JobRow, until: number): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM jobs WHERE id = $1 AND state = 'waiting' AND attempts = $2 AND run_at = ${UNTIL('$3')} FOR UPDATE`,
    [id, attempts, until],
  );
  return rows.length > 0;
}
