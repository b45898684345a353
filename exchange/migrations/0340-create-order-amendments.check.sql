-- Each amendment begins where the one before it ended, and the order is what the last one made of it.
WITH steps AS (
  SELECT id, product, order_id, price_after, quantity_after, lead(price_before) OVER w AS next_price, lead(quantity_before) OVER w AS next_quantity
    FROM order_amendments WINDOW w AS (PARTITION BY product, order_id ORDER BY id)
), orders AS (
  SELECT 'spot' AS product, id, price, quantity FROM spot_orders UNION ALL SELECT 'perpetual', id, price, quantity FROM perpetual_orders
)
SELECT s.id AS wrong FROM steps s LEFT JOIN orders o ON o.product = s.product AND o.id = s.order_id
 WHERE s.price_after IS DISTINCT FROM coalesce(s.next_price, o.price) OR s.quantity_after IS DISTINCT FROM coalesce(s.next_quantity, o.quantity);
