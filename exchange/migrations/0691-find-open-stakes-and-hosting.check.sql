SELECT name AS missing FROM unnest(ARRAY['staking_positions_open_of_user', 'hosting_positions_open_of_user', 'hosting_positions_begun_of_user']) AS name
 WHERE to_regclass(name) IS NULL;
