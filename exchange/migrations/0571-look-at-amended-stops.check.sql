-- Each amendment of a stop begins where the one before it ended, and the order has the stop price that the last one gave it.
WITH steps AS (
  SELECT id, order_id, stop_after, lead(stop_before) OVER (PARTITION BY order_id ORDER BY id) AS next_stop
    FROM order_amendments WHERE product = 'spot' AND stop_after IS NOT NULL
)
SELECT s.id AS wrong FROM steps s LEFT JOIN spot_orders o ON o.id = s.order_id
 WHERE s.stop_after IS DISTINCT FROM coalesce(s.next_stop, o.stop_price)
UNION ALL
-- Prints count against a stop price from when it was given.
SELECT id FROM spot_orders WHERE stop_since IS NOT NULL AND (stop_price IS NULL OR stop_since < created_at OR stop_since > triggered_at);
