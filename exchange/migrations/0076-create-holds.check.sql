-- Open holds of a user and asset together are what the account of holds has.
SELECT coalesce(h.user_id, a.user_id) AS wrong, coalesce(h.realm, a.realm) AS realm, coalesce(h.asset, a.asset) AS asset
  FROM (SELECT user_id, realm, asset, sum(amount) AS amount FROM holds WHERE state = 'held' GROUP BY user_id, realm, asset) h
  FULL JOIN (SELECT user_id, realm, asset, sum(balance) AS amount FROM ledger_accounts WHERE part = 'hold' GROUP BY user_id, realm, asset) a
    ON a.user_id = h.user_id AND a.realm = h.realm AND a.asset = h.asset
 WHERE coalesce(h.amount, 0) <> coalesce(a.amount, 0);
