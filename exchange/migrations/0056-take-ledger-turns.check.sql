SELECT 'take_ledger_turns' AS missing WHERE NOT EXISTS (SELECT 1 FROM pg_proc WHERE proname = 'take_ledger_turns' AND provolatile = 'v');
