-- The clearing account of a book's funding holds what was collected and not paid out yet, nothing between funding times. The payments of a
-- funding time are its sums, and only one that is under way has claims.
WITH under_way AS (
  SELECT market, mode, paid + by_fund - received AS held FROM perpetual_fundings WHERE phase <> 'done'
), clearing AS (
  SELECT realm AS mode, substr(split_part(address, ':', 3), length('funding-') + 1) AS market, balance
    FROM ledger_accounts WHERE owner = 'clearing' AND split_part(address, ':', 3) LIKE 'funding-%'
)
SELECT 'funding clearing ' || coalesce(u.market, c.market) || ' ' || coalesce(u.mode, c.mode) AS wrong
  FROM under_way u FULL JOIN clearing c ON c.market = u.market AND c.mode = u.mode
 WHERE coalesce(c.balance, 0) <> coalesce(u.held, 0)
UNION ALL
SELECT 'funding ' || f.id FROM perpetual_fundings f
  LEFT JOIN (SELECT funding_id, sum(greatest(amount, 0)) AS received, sum(greatest(-amount, 0)) AS paid
               FROM perpetual_funding_payments GROUP BY funding_id) p ON p.funding_id = f.id
 WHERE f.paid <> coalesce(p.paid, 0) OR f.received <> coalesce(p.received, 0)
UNION ALL
SELECT 'claim of position ' || c.position_id FROM perpetual_funding_claims c JOIN perpetual_fundings f ON f.id = c.funding_id WHERE f.phase = 'done';
