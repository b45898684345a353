import type { RetentionRule } from '../../platform/retention';

/** Sessions that ended by their time go with the next round: nothing asks for them any more. */
export const sessionRetention: RetentionRule = {
  name: 'sessions',
  keptMs: 0,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < to_timestamp($1::int8 / 1000.0) LIMIT $2)',
      [before, limit],
    );
    return rowCount;
  },
};
