import type { Tx } from '../../platform/db';
import { ACTIONS, type ActionName, rateLimitOf } from './operators.matrix';

type Doing = { operatorId: string; name: string; act: ActionName; at: number };

/** The time of an operator's `$3`-th newest row of an action that was done alone: as many rows of one index are read. */
const NTH = (actor: string, act: string, most: string) => `SELECT ((entry::jsonb) ->> 'at')::int8 AS at FROM operator_log
      WHERE (entry::jsonb) ->> 'actor' = ${actor} AND (entry::jsonb) ->> 'act' = ${act} AND (entry::jsonb) ->> 'phase' = 'done' ORDER BY seq DESC OFFSET ${most} - 1 LIMIT 1`;

/** True when an operator did an action alone `most` times within `withinMs`. Holds a lock of operator and action until the transaction ends. */
export async function isOverRate(
  tx: Tx,
  { operatorId, name, act, at }: Doing,
  { most, withinMs }: { most: number; withinMs: number },
): Promise<boolean> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 155))', [`${operatorId} ${act}`]);
  const { rows } = await tx.query<{ at: string }>(NTH('$1', '$2', '$3::int8'), [name, act, most]);
  return Number(rows[0]?.at ?? Number.NEGATIVE_INFINITY) > at - withinMs;
}

/** Returns the operators who exceed the rate limit of an action, as its row of the matrix has it. */
export async function listOverRate(tx: Tx, now: number): Promise<{ operator: string; act: string }[]> {
  const paced = (Object.keys(ACTIONS) as ActionName[]).flatMap((act) => {
    const pace = rateLimitOf(act);
    return pace === null ? [] : [{ act, most: pace.most, since: now - pace.withinMs }];
  });
  const { rows } = await tx.query<{ operator: string; act: string }>(
    `SELECT o.name AS operator, p.act FROM operators o CROSS JOIN unnest($1::text[], $2::int8[], $3::int8[]) AS p(act, most, since)
      CROSS JOIN LATERAL (${NTH('o.name', 'p.act', 'p.most')}) AS nth WHERE nth.at > p.since ORDER BY 1, 2`,
    [paced.map(({ act }) => act), paced.map(({ most }) => most), paced.map(({ since }) => since)],
  );
  return rows;
}
