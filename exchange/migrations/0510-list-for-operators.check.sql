SELECT wanted AS missing FROM unnest(ARRAY['chain_reorganisations', 'largest_positions', 'jobs_of_kind', 'operator_log_of_act']) AS wanted WHERE to_regclass(wanted) IS NULL;
