SELECT wanted AS wrong FROM unnest(ARRAY['operator_log_made', 'operator_log_of_request']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM pg_indexes WHERE indexname = wanted)
