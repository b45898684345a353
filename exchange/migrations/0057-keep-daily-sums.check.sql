-- All sums of a user and asset together are what the user holds of it.
SELECT coalesce(s.user_id, a.user_id) AS wrong, coalesce(s.realm, a.realm) AS realm, coalesce(s.asset, a.asset) AS asset
  FROM (SELECT user_id, realm, asset, sum(amount) AS amount FROM ledger_daily_sums GROUP BY user_id, realm, asset) s
  FULL JOIN (SELECT user_id, realm, asset, sum(balance) AS amount FROM ledger_accounts WHERE user_id IS NOT NULL GROUP BY user_id, realm, asset) a
    ON a.user_id = s.user_id AND a.realm = s.realm AND a.asset = s.asset
 WHERE coalesce(s.amount, 0) <> coalesce(a.amount, 0);
