-- Of a pair at most one was triggered or filled, and a stop waits only beside an untouched partner. Exits: 0420-let-exits-stand-alone.check.sql.
SELECT s.id AS wrong FROM spot_orders s JOIN spot_orders l ON l.id = s.partner_id
 WHERE s.kind = 'stop_limit'
   AND (l.partner_id IS DISTINCT FROM s.id OR (s.triggered_at IS NOT NULL AND l.filled > 0) OR (s.status = 'waiting' AND l.status <> 'open'))
UNION ALL
SELECT id FROM spot_orders WHERE kind = 'stop_limit' AND triggered_at IS NULL AND filled > 0;
