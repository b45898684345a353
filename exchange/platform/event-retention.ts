import type { RetentionRule } from './retention';

/** Events are kept so long after everybody has read them. */
const EVENTS_KEPT_MS = 7 * 86_400_000;

/** Events go with their age, but none that one of these consumers has not read. The oldest come first, so a round looks at no more than it may remove. */
export function createEventRetention(consumers: readonly string[]): RetentionRule {
  return {
    name: 'event_log',
    keptMs: EVENTS_KEPT_MS,
    async remove(tx, { before, limit }) {
      const { rowCount } = await tx.query(
        `WITH slowest AS (SELECT xid, id FROM event_consumers WHERE name = ANY($3::text[]) ORDER BY xid, id LIMIT 1),
              oldest AS (SELECT xid, id, at FROM event_log ORDER BY xid, id LIMIT $2)
         DELETE FROM event_log e USING oldest o
          WHERE e.xid = o.xid AND e.id = o.id AND o.at < to_timestamp($1::int8 / 1000.0)
            AND NOT EXISTS (SELECT 1 FROM slowest s WHERE (o.xid, o.id) > (s.xid, s.id))`,
        [before, limit, consumers],
      );
      return rowCount;
    },
  };
}
