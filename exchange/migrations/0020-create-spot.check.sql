-- An order's filled quantity, value and fee are the sums of its fills.
SELECT o.id AS wrong FROM spot_orders o
LEFT JOIN (
  SELECT order_id, sum(quantity) AS quantity, sum(value) AS value, sum(fee) AS fee FROM (
    SELECT maker_order_id AS order_id, quantity, value, maker_fee AS fee FROM spot_fills
    UNION ALL SELECT taker_order_id, quantity, value, taker_fee FROM spot_fills
  ) parts GROUP BY order_id
) f ON f.order_id = o.id
WHERE o.filled <> coalesce(f.quantity, 0) OR o.filled_value <> coalesce(f.value, 0) OR o.fee <> coalesce(f.fee, 0);
