SELECT wanted AS missing FROM unnest(ARRAY['users_house_frozen', 'users_self_frozen', 'users_suspended', 'users_closed']) AS wanted WHERE to_regclass(wanted) IS NULL;
