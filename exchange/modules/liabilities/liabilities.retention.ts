import type { Tx } from '../../platform/db';
import type { RetentionRule } from '../../platform/retention';
import { WHOLE_MAX } from './liabilities.reading';

const DAY_MS = 86_400_000;

/** The oldest tree that is whole and need not be: neither built nor one of the newest. */
const OVER = `SELECT id FROM liability_snapshots WHERE is_whole AND state <> 'building' AND id NOT IN
  (SELECT id FROM liability_snapshots WHERE state = 'done' ORDER BY at DESC, id DESC LIMIT ${WHOLE_MAX}) ORDER BY id LIMIT 1`;

/** Takes leaves and nodes of all but the newest trees: balances of members by name are kept no longer than they can be checked. */
export const leavesRetention: RetentionRule = {
  name: 'liability_leaves',
  keptMs: 0,
  async remove(tx, { limit }) {
    const { rows } = await tx.query<{ id: string }>(OVER);
    const [over] = rows;
    if (over === undefined) return 0;
    let removed = 0;
    for (const table of ['liability_leaves', 'liability_nodes']) {
      const { rowCount } = await tx.query(
        `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE snapshot = $1 LIMIT $2))`,
        [over.id, limit - removed],
      );
      removed += rowCount;
    }
    if (removed < limit) await tx.query('UPDATE liability_snapshots SET is_whole = false WHERE id = $1', [over.id]);
    // There may be another one.
    return limit;
  },
};

/** Roots are kept as long as incidents are. */
export const rootsRetention: RetentionRule = {
  name: 'liability_roots',
  keptMs: 400 * DAY_MS,
  async remove(tx: Tx, { before, limit }) {
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM liability_snapshots WHERE NOT is_whole AND at < $1 ORDER BY id LIMIT $2',
      [before, Math.ceil(limit / 20)],
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await tx.query('DELETE FROM liability_roots WHERE snapshot = ANY($1::int8[])', [ids]);
    await tx.query('DELETE FROM liability_snapshots WHERE id = ANY($1::int8[])', [ids]);
    return rows.length;
  },
};
