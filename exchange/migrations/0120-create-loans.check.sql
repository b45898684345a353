-- What the house has set aside for loans that wait, and what it has lent, is exactly what the loans say; so is what borrowers owe it.
SELECT m.realm AS wrong FROM (VALUES ('real'), ('demo')) m(realm)
LEFT JOIN (SELECT realm, sum(principal) AS units FROM loans WHERE state = 'applying' GROUP BY realm) w ON w.realm = m.realm
LEFT JOIN (SELECT realm, sum(principal) AS units FROM loans WHERE state IN ('running', 'overdue') GROUP BY realm) o ON o.realm = m.realm
LEFT JOIN ledger_accounts p ON p.address = 'house:' || m.realm || ':loans-promised:USDT'
LEFT JOIN ledger_accounts l ON l.address = 'house:' || m.realm || ':loans-lent:USDT'
LEFT JOIN ledger_accounts c ON c.address = 'clearing:' || m.realm || ':loans-owed:USDT'
WHERE coalesce(w.units, 0) <> coalesce(p.balance, 0) OR coalesce(o.units, 0) <> coalesce(l.balance, 0)
   OR coalesce(o.units, 0) <> -coalesce(c.balance, 0);
