-- Each account of reserves holds what is still promised out of it.
SELECT coalesce(r.address, a.address) AS wrong
  FROM (SELECT 'house:' || realm || ':' || pool || '-reserved:' || asset AS address, sum(left_over) AS amount
          FROM pool_reserves WHERE ended_at IS NULL GROUP BY 1) r
  FULL JOIN (SELECT address, balance FROM ledger_accounts WHERE owner = 'house' AND split_part(address, ':', 3) ~ '^(staking|hosting|loan|reward)-reserved$') a
    ON a.address = r.address
 WHERE coalesce(r.amount, 0) <> coalesce(a.balance, 0);
