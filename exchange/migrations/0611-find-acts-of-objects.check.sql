SELECT wanted AS wrong FROM unnest(ARRAY['operator_log_of_object', 'operator_log_of_actor_and_act']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM pg_indexes WHERE indexname = wanted)
