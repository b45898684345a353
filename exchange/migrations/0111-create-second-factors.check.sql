SELECT wanted AS missing_table FROM unnest(ARRAY['second_factors', 'second_factor_attempts', 'recovery_codes']) AS wanted WHERE to_regclass(wanted) IS NULL;
