SELECT wanted AS missing_trigger
  FROM unnest(ARRAY['ledger_journals_are_final', 'ledger_postings_are_final', 'ledger_postings_balance', 'ledger_journals_have_lines',
                    'ledger_accounts_stay', 'ledger_accounts_open_empty', 'ledger_accounts_follow_postings', 'assets_stay']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgname = wanted AND t.tgenabled = 'O');
