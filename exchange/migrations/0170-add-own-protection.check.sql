SELECT 'users.' || name || ' is missing' AS wrong FROM unnest(ARRAY['mail_phrase', 'settings_locked_until']) AS name
 WHERE NOT EXISTS (SELECT 1 FROM information_schema.columns WHERE table_name = 'users' AND column_name = name);
