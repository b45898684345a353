import { z } from 'zod';
import { hashInput } from '../../platform/idempotency';
import type { Tx } from '../../platform/db';
import { defineJob } from '../../platform/job-kinds';
import { appendLog } from './operators.log';

/** A suspension of an admin by one operator alone is over after so long: by then others take the role or the key away, or didn't want it. */
export const SUSPENSION_LAPSE_MS = 24 * 60 * 60_000;
/** One operator suspends one admin alone in so long, so that who is back has time. */
export const ADMIN_PACE_MS = 72 * 60 * 60_000;
/** Suspensions by one operator in that time, at their pace. */
const ROWS_MAX = 300;

/** Says whether an operator suspended an admin alone since a time (ms). */
export async function hasSuspendedAdmin(tx: Tx, { name, since }: { name: string; since: number }): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM (SELECT (entry::jsonb) ->> 'target' AS target, ((entry::jsonb) ->> 'at')::int8 AS at FROM operator_log
        WHERE (entry::jsonb) ->> 'actor' = $1 AND (entry::jsonb) ->> 'act' = 'operators.suspend' AND (entry::jsonb) ->> 'phase' = 'done'
        ORDER BY seq DESC LIMIT ${ROWS_MAX}) AS l
       JOIN operators o ON o.name = l.target WHERE l.at > $2 AND 'admin' = ANY(o.roles) LIMIT 1`,
    [name, since],
  );
  return rows.length === 1;
}

/** When an operator was suspended or restored last (ms); null: never. */
async function findLastTurn(tx: Tx, name: string): Promise<number | null> {
  const { rows } = await tx.query<{ at: string }>(
    `SELECT (entry::jsonb) ->> 'at' AS at FROM operator_log
      WHERE (entry::jsonb) ->> 'target' = $1 AND split_part((entry::jsonb) ->> 'act', '.', 1) = 'operators'
        AND (entry::jsonb) ->> 'act' IN ('operators.suspend', 'operators.restore') AND (entry::jsonb) ->> 'phase' IN ('done', 'approved')
      ORDER BY seq DESC LIMIT 1`,
    [name],
  );
  return rows[0] === undefined ? null : Number(rows[0].at);
}

/** Ends the suspension of an admin by one operator, unless they are no admin any more or were suspended anew. */
export const suspensionLapses = defineJob({
  name: 'operator suspension lapses',
  payload: z.object({ name: z.string(), at: z.number() }),
  cursor: z.null(),
  async run(tx, { payload: { name, at }, dueAt }) {
    const { rows } = await tx.query<{ roles: string[]; state: string }>('SELECT roles, state FROM operators WHERE name = $1 FOR UPDATE', [
      name,
    ]);
    const [row] = rows;
    if (row?.state !== 'suspended' || !row.roles.includes('admin') || (await findLastTurn(tx, name)) !== at) return null;
    await tx.query(`UPDATE operators SET state = 'active' WHERE name = $1`, [name]);
    const entry = { at: dueAt, actor: 'machine', actorKind: 'service', proof: 'machine', act: 'operators.restore', phase: 'done' } as const;
    const reason = 'one operator alone had suspended them, a day ago';
    await appendLog(tx, {
      ...entry,
      target: name,
      reason,
      requestId: null,
      inputHash: hashInput({ name }),
      outcome: `operator ${name} may act again`,
    });
    return null;
  },
});
