-- Each standing is the sum of its recharges, and each level that was reached up to 6 is owed its reward.
SELECT s.user_id::text AS wrong FROM vip_standings s
 WHERE s.total > (SELECT coalesce(sum(r.value), 0) FROM recharges r WHERE r.user_id = s.user_id AND r.kind = 'in')
UNION ALL
SELECT l.user_id || ' ' || l.level FROM vip_levels l
 WHERE (l.level <= 6) <> EXISTS (SELECT 1 FROM rewards r WHERE r.source = 'vip:' || l.user_id || ':' || l.level);
