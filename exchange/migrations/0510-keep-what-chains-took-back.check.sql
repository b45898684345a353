SELECT wanted AS missing FROM unnest(ARRAY['chain_reorganisations', 'chain_reorganisations_of_network']) AS wanted WHERE to_regclass(wanted) IS NULL;
