SELECT wanted AS missing FROM unnest(ARRAY['operator_log_of_actor', 'operator_log_of_act']) AS wanted WHERE to_regclass(wanted) IS NULL;
