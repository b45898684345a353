-- Only what the ledger knows an account of was worth something.
SELECT p.user_id AS wrong FROM balance_points p
 WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.user_id = p.user_id AND a.realm = p.realm) LIMIT 10;
