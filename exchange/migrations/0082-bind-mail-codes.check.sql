SELECT wanted AS missing_column FROM unnest(ARRAY['asker', 'source']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM information_schema.columns WHERE table_name = 'mail_codes' AND column_name = wanted);
