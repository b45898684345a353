-- Each market's clearing account is minus what its open positions have not realised: balance + cost of longs − cost of shorts is 0, and as
-- much is long as short. Each user's margin account is the margin of the user's open positions. Each order is the sum of its fills.
WITH open AS (
  SELECT market, mode, sum(CASE side WHEN 'long' THEN cost ELSE -cost END) AS cost,
         sum(CASE side WHEN 'long' THEN quantity ELSE -quantity END) AS quantity
    FROM perpetual_positions WHERE closed_at IS NULL GROUP BY market, mode
), clearing AS (
  SELECT realm AS mode, substr(split_part(address, ':', 3), length('perpetual-') + 1) AS market, balance
    FROM ledger_accounts WHERE owner = 'clearing' AND split_part(address, ':', 3) LIKE 'perpetual-%'
)
SELECT 'clearing ' || coalesce(open.market, clearing.market) || ' ' || coalesce(open.mode, clearing.mode) AS wrong
  FROM open FULL JOIN clearing ON clearing.market = open.market AND clearing.mode = open.mode
 WHERE coalesce(clearing.balance, 0) + coalesce(open.cost, 0) <> 0 OR coalesce(open.quantity, 0) <> 0
UNION ALL
SELECT 'margin of user ' || coalesce(a.user_id, p.user_id)
  FROM (SELECT user_id, realm, sum(balance) AS balance FROM ledger_accounts WHERE part = 'margin' GROUP BY user_id, realm) a
  FULL JOIN (SELECT user_id, mode, sum(margin) AS margin FROM perpetual_positions WHERE closed_at IS NULL GROUP BY user_id, mode) p
    ON p.user_id = a.user_id AND p.mode = a.realm
 WHERE coalesce(a.balance, 0) <> coalesce(p.margin, 0)
UNION ALL
SELECT 'order ' || o.id FROM perpetual_orders o
  LEFT JOIN (
    SELECT order_id, sum(quantity) AS quantity, sum(value) AS value, sum(fee) AS fee, sum(realized) AS realized FROM (
      SELECT maker_order_id AS order_id, quantity, value, maker_fee AS fee, maker_realized AS realized FROM perpetual_fills
      UNION ALL SELECT taker_order_id, quantity, value, taker_fee, taker_realized FROM perpetual_fills
    ) parts GROUP BY order_id
  ) f ON f.order_id = o.id
 WHERE o.filled <> coalesce(f.quantity, 0) OR o.filled_value <> coalesce(f.value, 0) OR o.fee <> coalesce(f.fee, 0)
    OR o.realized <> coalesce(f.realized, 0);
