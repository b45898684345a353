import type { Row, Tx } from '../../exchange/platform/db';

type Plan = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };

/** Rows that a plan took from tables and indexes, those that it threw away included. */
function countRead(plan: Plan): number {
  const own = plan['Node Type'].includes('Scan') ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + countRead(part), 0);
}

/** Runs a reading and returns how many rows its statements read. */
export async function readRows(tx: Tx, run: (tx: Tx) => Promise<unknown>): Promise<number> {
  let read = 0;
  await run({
    async query<R extends Row>(text: string, params?: readonly unknown[]) {
      const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, params);
      read += countRead((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
      return tx.query<R>(text, params);
    },
  });
  return read;
}
