SELECT wanted AS missing FROM unnest(ARRAY['leases', 'market_leases']) AS wanted WHERE to_regclass(wanted) IS NULL;
