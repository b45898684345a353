-- What the rewards and extras of a membership may come to: of each recharge what taking it out costs, by the fee in force when it was booked. Base units of USDT.
ALTER TABLE vip_standings ADD COLUMN covered numeric(38, 0) NOT NULL DEFAULT 0 CHECK (covered >= 0 AND covered <= total);

WITH counted AS (
  SELECT r.user_id, r.at, r.value, sum(r.value) OVER (PARTITION BY r.user_id ORDER BY r.id) AS so_far FROM recharges r WHERE r.kind = 'in'
), sums AS (
  SELECT c.user_id, sum(floor(c.value * fee.rate)) AS covered
    FROM counted c
    JOIN vip_standings s ON s.user_id = c.user_id AND c.so_far <= s.total
    CROSS JOIN LATERAL (SELECT (v.terms->>'feeRate')::numeric AS rate FROM registry_versions v
                         WHERE v.kind = 'product' AND v.code = 'withdrawal' AND v.takes_effect_at <= c.at ORDER BY v.version DESC LIMIT 1) AS fee
   GROUP BY c.user_id
)
UPDATE vip_standings s SET covered = sums.covered FROM sums WHERE sums.user_id = s.user_id;
