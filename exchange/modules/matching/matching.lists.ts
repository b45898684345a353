import type { Tx } from '../../platform/db';
import { listOwnRows, type OwnRowsInput } from '../../platform/keyset-pages';
import type { OrderTable } from './matching.repository';

/** Returns one page of a user's orders that are over, newest first, and the number before which the next one begins. */
export async function listClosedOrders<O extends { id: number }>(
  tx: Tx,
  table: OrderTable<O>,
  input: OwnRowsInput,
): Promise<{ rows: O[]; next: string | null }> {
  const rows = {
    table: table.orders,
    columns: table.columns,
    isListed: `NOT (${table.isOpen})`,
    kind: table.listedKind,
    at: 'o.created_at',
    isInOrder: true,
    read: table.read,
    numberOf: ({ id }: O) => String(id),
  };
  return listOwnRows(tx, rows, input);
}
