import type { RetentionRule } from './retention';

const DAY_MS = 86_400_000;
/** Events are kept so long after everybody has read them. */
const EVENTS_KEPT_MS = 7 * DAY_MS;
/** Events that only a consumer unknown here has not read are kept so long: it may be of a newer version that comes back, or gone for good. */
export const UNREAD_KEPT_MS = 30 * DAY_MS;

/**
 * Events go with their age, but none that one of these consumers has not read, and later those that another one hasn't, unless operators gave them up. The oldest come first, so a round
 * looks at no more than it may remove.
 */
export function createEventRetention(consumers: readonly string[]): RetentionRule {
  return {
    name: 'event_log',
    keptMs: EVENTS_KEPT_MS,
    async remove(tx, { before, limit }) {
      const { rowCount } = await tx.query(
        `WITH slowest AS (SELECT xid, id FROM event_consumers WHERE name = ANY($3::text[]) ORDER BY xid, id LIMIT 1),
              unknown AS (SELECT xid, id FROM event_consumers WHERE name <> ALL($3::text[]) AND given_up_at IS NULL ORDER BY xid, id LIMIT 1),
              oldest AS (SELECT xid, id, at FROM event_log ORDER BY xid, id LIMIT $2)
         DELETE FROM event_log e USING oldest o
          WHERE e.xid = o.xid AND e.id = o.id AND o.at < to_timestamp($1::int8 / 1000.0)
            AND NOT EXISTS (SELECT 1 FROM slowest s WHERE (o.xid, o.id) > (s.xid, s.id))
            AND (o.at < to_timestamp($4::int8 / 1000.0) OR NOT EXISTS (SELECT 1 FROM unknown u WHERE (o.xid, o.id) > (u.xid, u.id)))`,
        [before, limit, consumers, before - (UNREAD_KEPT_MS - EVENTS_KEPT_MS)],
      );
      return rowCount;
    },
  };
}
