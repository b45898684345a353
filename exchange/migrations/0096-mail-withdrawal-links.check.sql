SELECT 'account_links takes no withdrawals' AS wrong
 WHERE NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'account_links_purpose_check' AND pg_get_constraintdef(oid) LIKE '%withdrawal%');
