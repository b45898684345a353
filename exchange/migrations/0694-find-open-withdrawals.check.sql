SELECT name AS missing FROM unnest(ARRAY['withdrawals_open_of_user', 'withdrawals_reverted_of_user', 'withdrawals_paid_to']) AS name
 WHERE to_regclass(name) IS NULL;
