-- A trigger's plan is kept for the life of a connection, and may be made while the tables are still empty: a scan of the whole ledger then.
-- These checks look up a few rows of large tables, so they always go by index.
ALTER FUNCTION check_ledger_postings() SET enable_seqscan = off;
ALTER FUNCTION check_ledger_postings() SET enable_hashjoin = off;
ALTER FUNCTION check_ledger_postings() SET enable_mergejoin = off;
ALTER FUNCTION check_ledger_journals() SET enable_seqscan = off;
ALTER FUNCTION check_ledger_journals() SET enable_hashjoin = off;
ALTER FUNCTION check_ledger_journals() SET enable_mergejoin = off;
ALTER FUNCTION check_ledger_account_changed() SET enable_seqscan = off;
