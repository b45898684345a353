SELECT n.name AS no_index FROM (VALUES ('perpetual_positions_closed')) AS n(name) WHERE to_regclass(n.name) IS NULL;
