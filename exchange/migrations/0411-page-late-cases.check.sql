SELECT wanted AS wrong FROM unnest(ARRAY['identity_waiting_by_promise', 'support_waits_open_by_promise']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM pg_indexes WHERE indexname = wanted AND indexdef LIKE '%, id)%')
