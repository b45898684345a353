SELECT wanted AS missing
  FROM unnest(ARRAY['operator_requests_frozen', 'operator_log_continues', 'operator_log_is_final', 'operator_log_head_follows', 'operators_stay']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgname = wanted AND t.tgenabled = 'O');
