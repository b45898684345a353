SELECT wanted AS missing_table FROM unnest(ARRAY['users', 'sessions', 'mail_codes', 'used_challenges']) AS wanted WHERE to_regclass(wanted) IS NULL;
