-- Where one fee was in force from the beginning, a standing covers that part of its recharges, but for what each was rounded down by.
WITH fees AS (
  SELECT min((terms->>'feeRate')::numeric) AS low, max((terms->>'feeRate')::numeric) AS high FROM registry_versions WHERE kind = 'product' AND code = 'withdrawal'
)
SELECT s.user_id::text AS wrong FROM vip_standings s, fees
 WHERE s.covered > s.total * fees.high
    OR s.covered < s.total * fees.low - (SELECT count(*) FROM recharges r WHERE r.user_id = s.user_id AND r.kind = 'in');
