SELECT wanted AS missing
  FROM unnest(ARRAY['ledger_accounts_keep_identity', 'ledger_accounts_follow_postings', 'ledger_postings_balance', 'ledger_journals_have_lines']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgname = wanted AND t.tgenabled = 'O')
UNION ALL
SELECT proname FROM pg_proc
 WHERE proname IN ('check_ledger_postings', 'check_ledger_journals', 'check_ledger_account_changed')
   AND NOT coalesce(ARRAY['enable_seqscan=off', 'enable_bitmapscan=off'] <@ proconfig, false);
