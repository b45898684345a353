SELECT name AS missing FROM unnest(ARRAY['ledger_accounts_of_no_user', 'users_of_service']) AS name WHERE to_regclass(name) IS NULL;
