SELECT wanted AS missing FROM unnest(ARRAY['largest_positions']) AS wanted WHERE to_regclass(wanted) IS NULL;
