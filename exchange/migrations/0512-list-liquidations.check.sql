SELECT wanted AS missing FROM unnest(ARRAY['perpetual_liquidations_real', 'perpetual_liquidations_of_market']) AS wanted WHERE to_regclass(wanted) IS NULL;
