-- What the house holds as stakes and as reserve is exactly what the open contracts need.
SELECT m.mode AS wrong FROM (VALUES ('real'), ('demo')) m(mode)
LEFT JOIN (
  SELECT mode, sum(stake) AS stakes, sum(profit) AS profits FROM option_contracts WHERE state IN ('pending', 'running') GROUP BY mode
) o ON o.mode = m.mode
LEFT JOIN ledger_accounts s ON s.address = 'house:' || m.mode || ':options-stakes:USDT'
LEFT JOIN ledger_accounts r ON r.address = 'house:' || m.mode || ':options-reserved:USDT'
WHERE coalesce(o.stakes, 0) <> coalesce(s.balance, 0) OR coalesce(o.profits, 0) <> coalesce(r.balance, 0);
