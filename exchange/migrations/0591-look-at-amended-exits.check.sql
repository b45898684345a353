-- Each amendment of exits begins where the one before it ended, and the order has those that the last one gave it.
WITH steps AS (
  SELECT id, product, order_id, take_profit_after, stop_loss_after, stop_loss_limit_after, lead(id) OVER w AS next,
         lead(take_profit_before) OVER w AS next_take_profit, lead(stop_loss_before) OVER w AS next_stop_loss,
         lead(stop_loss_limit_before) OVER w AS next_stop_loss_limit
    FROM order_amendments
   WHERE num_nonnulls(take_profit_before, take_profit_after, stop_loss_before, stop_loss_after) > 0
  WINDOW w AS (PARTITION BY product, order_id ORDER BY id)
), orders AS (
  SELECT 'spot' AS product, id, take_profit, stop_loss, stop_loss_limit FROM spot_orders
  UNION ALL SELECT 'perpetual', id, take_profit, stop_loss, NULL FROM perpetual_orders
)
SELECT s.id AS wrong FROM steps s LEFT JOIN orders o ON o.product = s.product AND o.id = s.order_id
 WHERE s.take_profit_after IS DISTINCT FROM CASE WHEN s.next IS NULL THEN o.take_profit ELSE s.next_take_profit END
    OR s.stop_loss_after IS DISTINCT FROM CASE WHEN s.next IS NULL THEN o.stop_loss ELSE s.next_stop_loss END
    OR s.stop_loss_limit_after IS DISTINCT FROM CASE WHEN s.next IS NULL THEN o.stop_loss_limit ELSE s.next_stop_loss_limit END
UNION ALL
-- Prints count against the exits of a purchase from when they were given.
SELECT id FROM spot_orders WHERE exits_since < created_at;
