import { z } from 'zod';
import { ActionRefused, defineAction } from '../modules/operators/operators';
import type { Tx } from '../platform/db';
import { wasAskedFor } from '../platform/row-retries';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** Rows of jobs that are left out for a while after they failed alone: where they are, since when something of them is due, and while what is true they wait. */
const KINDS = {
  loan: { table: 'loans', user: 'user_id', sale: 'NULL', due: 'next_at', waits: 'next_at <= aside_at', againMs: HOUR_MS },
  staking: { table: 'staking_positions', user: 'user_id', sale: 'NULL', due: 'next_at', waits: 'next_at <= aside_at', againMs: HOUR_MS },
  // Of one that isn't settled nothing else is due.
  purchase: {
    table: 'presale_purchases',
    user: 'user_id',
    sale: 'presale_id',
    due: 'coalesce(next_part_at, bought_at)',
    waits: 'settled_at IS NULL OR next_part_at <= aside_at',
    againMs: HOUR_MS,
  },
  // A sale that waits for such a purchase alone has no reason of its own.
  sale: {
    table: 'presales',
    user: 'NULL',
    sale: 'id',
    due: 'ends_at',
    waits: "state <> 'over' AND aside_error IS NOT NULL",
    againMs: MINUTE_MS,
  },
  option: { table: 'option_contracts', user: 'user_id', sale: 'NULL', due: 'delivers_at', waits: "state = 'running'", againMs: HOUR_MS },
} as const;
type Kind = keyof typeof KINDS;
/** What the rows are of, as the list and its filter name them. */
export const ROW_KINDS = Object.keys(KINDS) as [Kind, ...Kind[]];
const ROW = new RegExp(`^(${ROW_KINDS.join('|')}) ([1-9][0-9]{0,17})$`);

/** Whose the row is and of which sale; null: of nobody, of none. */
type Concerned = Record<'user' | 'sale', string | null>;

/** Times in ms; `id` is `loan 5`. */
export type AsideRow = { id: string; kind: Kind; dueAt: number; asideAt: number; againAt: number; error: string } & Concerned;

const selectOf = (kind: Kind) => {
  const { table, user, sale, due, waits, againMs } = KINDS[kind];
  return `SELECT '${kind}' AS kind, id, ${due} AS due_at, aside_at, aside_at + ${againMs} AS again_at, coalesce(aside_error, '') AS error,
                 ${user}::text AS "user", ${sale}::text AS sale
            FROM ${table} WHERE aside_at IS NOT NULL AND (${waits}) AND NOT ${wasAskedFor(kind, `${table}.`)}`;
};

type Found = { kind: Kind; id: string } & Concerned & Record<'due_at' | 'aside_at' | 'again_at' | 'error', string>;
const toAside = ({ kind, id, error, user, sale, ...times }: Found): AsideRow => ({
  ...{ id: `${kind} ${id}`, kind, error, user, sale },
  ...{ dueAt: Number(times.due_at), asideAt: Number(times.aside_at), againAt: Number(times.again_at) },
});

/** Returns a page of the rows that wait after they were put aside, of one kind or of all, those that were put aside last first. */
export async function listAside(
  tx: Tx,
  { kind, limit, offset }: { kind: Kind | null; limit: number; offset: number },
): Promise<AsideRow[]> {
  const all = (kind === null ? ROW_KINDS : [kind]).map(selectOf).join(' UNION ALL ');
  return (await tx.query<Found>(`SELECT * FROM (${all}) a ORDER BY aside_at DESC, kind, id LIMIT $1 OFFSET $2`, [limit, offset])).rows.map(
    toAside,
  );
}

export async function countAside(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: string }>(`SELECT count(*) AS count FROM (${ROW_KINDS.map(selectOf).join(' UNION ALL ')}) a`);
  return Number(rows[0]?.count);
}

/** Returns the row of a name such as `loan 5` while it waits after it was put aside. */
export async function findAside(tx: Tx, name: string): Promise<AsideRow | null> {
  const [, kind, id] = ROW.exec(name) ?? [];
  if (kind === undefined) return null;
  const found = (await tx.query<Found>(`SELECT * FROM (${selectOf(kind as Kind)}) a WHERE id = $1`, [id])).rows[0];
  return found === undefined ? null : toAside(found);
}

/** Has a row that was put aside tried again with the next look of its job, as it would be by itself later. Nothing of the row is written. */
export const retryRowAction = defineAction({
  name: 'rows.retry',
  schema: z.strictObject({ row: z.string().regex(ROW, 'a row, such as loan 5') }),
  describe: ({ row }) => [`${row} is tried again`],
  async run(tx, { input, at }) {
    if ((await findAside(tx, input.row)) === null) throw new ActionRefused('INPUT_INVALID', `No ${input.row} is put aside.`);
    const [, kind, id] = ROW.exec(input.row) as unknown as [string, Kind, string];
    // The sale of a purchase waits as well.
    await tx.query(
      `INSERT INTO row_retries (kind, row_id, asked_at)
       SELECT $1, $2::int8, $3::int8 UNION ALL SELECT 'sale', presale_id, $3 FROM presale_purchases WHERE $1 = 'purchase' AND id = $2
       ON CONFLICT (kind, row_id) DO UPDATE SET asked_at = greatest(row_retries.asked_at, excluded.asked_at)`,
      [kind, id, at],
    );
    return `${input.row} is tried again`;
  },
});
