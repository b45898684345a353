SELECT wanted AS missing FROM unnest(ARRAY['sessions.browser', 'sessions.last_seen_at', 'users.frozen_at', 'users.signed_in_at']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM information_schema.columns WHERE table_name || '.' || column_name = wanted)
UNION ALL SELECT 'account_links' WHERE to_regclass('account_links') IS NULL;
