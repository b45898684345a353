-- What was credited and what is dust are together what arrived; and no deposit lies beyond what was looked through.
SELECT c.network || ' ' || c.asset AS wrong
  FROM (SELECT network, asset, sum(amount - credited * 10000000000) AS left_over FROM deposits WHERE state = 'credited' GROUP BY network, asset) c
  FULL JOIN deposit_dust d USING (network, asset) WHERE coalesce(c.left_over, 0) <> coalesce(d.amount, 0)
UNION ALL
SELECT d.network || ' ' || d.txid FROM deposits d LEFT JOIN deposit_cursors c USING (network) WHERE c.network IS NULL OR d.block > c.block;
