import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { collectPage, findRange, type ListPage, LOOK_ROWS_MAX } from '../../platform/lists';
import type { OrderTable } from './matching.repository';

/** A list of one account's orders, `market` and `kind` null for all of them. */
export type OrderListInput = ListPage & { userId: string; mode: Mode; market: string | null; kind: string | null };

/** Returns one page of a user's orders that are over, newest first, and the number before which the next one begins. */
export async function listClosedOrders<O extends { id: number }>(
  tx: Tx,
  table: OrderTable<O>,
  input: OrderListInput,
): Promise<{ rows: O[]; next: string | null }> {
  const { first, end } = await findRange(tx, table.orders, input);
  const owner = [input.userId, input.mode];
  return collectPage<O>(
    { end, limit: input.limit },
    {
      numberOf: ({ id }) => String(id),
      async look(before, limit) {
        const passed = await tx.query<{ count: number; last: string | null }>(
          `SELECT count(*)::int4 AS count, min(id) AS last FROM (
             SELECT id FROM ${table.orders} WHERE user_id = $1 AND mode = $2 AND id < $3 AND id >= $4 ORDER BY id DESC LIMIT ${LOOK_ROWS_MAX}) p`,
          [...owner, before, first],
        );
        const [{ count, last } = { count: 0, last: null }] = passed.rows;
        if (last === null) return { rows: [], end: null };
        const { rows } = await tx.query(
          `SELECT ${table.columns} FROM ${table.orders} o
            WHERE o.user_id = $1 AND o.mode = $2 AND o.id < $3 AND o.id >= $4 AND NOT (${table.isOpen})
              AND ($5::text IS NULL OR o.market = $5) AND ($6::text IS NULL OR ${table.listedKind} = $6)
              AND ($7::int8 IS NULL OR o.created_at >= to_timestamp($7 / 1000.0)) AND ($8::int8 IS NULL OR o.created_at < to_timestamp($8 / 1000.0))
            ORDER BY o.id DESC LIMIT $9`,
          [...owner, before, last, input.market, input.kind, input.from, input.to, limit],
        );
        return { rows: rows.map(table.read), end: count < LOOK_ROWS_MAX ? null : last };
      },
    },
  );
}
