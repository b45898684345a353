SELECT proname AS not_pinned FROM pg_proc
 WHERE proname IN ('check_ledger_postings', 'check_ledger_journals', 'check_ledger_account_changed')
   AND NOT coalesce('enable_seqscan=off' = ANY(proconfig), false);
