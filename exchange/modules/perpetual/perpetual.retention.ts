import { FUNDING_INTERVAL_MS } from '../../../lib/rules/perpetual-funding';
import type { RetentionRule } from '../../platform/retention';

/** Premium samples stay for this long after the funding time whose rate they made. The row of the funding time keeps their average and number. */
const PREMIUMS_KEPT_MS = 7 * 86_400_000;

/** Removes premium samples that no funding time of their book needs any more. */
export const premiumRetention: RetentionRule = {
  name: 'perpetual_premiums',
  // A sample goes into a funding time that is at most one interval later.
  keptMs: PREMIUMS_KEPT_MS + FUNDING_INTERVAL_MS,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      `DELETE FROM perpetual_premiums WHERE (market, mode, minute) IN (
         SELECT p.market, p.mode, p.minute FROM perpetual_premiums p
          WHERE p.minute < $1::int8
            AND p.minute < coalesce((SELECT max(f.instant) FROM perpetual_fundings f WHERE f.market = p.market AND f.mode = p.mode), $1::int8)
          ORDER BY p.minute LIMIT $2)`,
      [before, limit],
    );
    return rowCount;
  },
};

/** Lines of the tape are shown while they are among the last trades of their book: a day is more than that. */
export const tapeRetention: RetentionRule = {
  name: 'perpetual_tape',
  keptMs: 86_400_000,
  async remove(tx, { before, limit }) {
    const sql = `DELETE FROM perpetual_fills WHERE id IN (
      SELECT id FROM perpetual_fills WHERE journal_id IS NULL AND created_at < to_timestamp($1::int8 / 1000.0) ORDER BY id LIMIT $2)`;
    return (await tx.query(sql, [String(before), limit])).rowCount;
  },
};
