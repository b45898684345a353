SELECT name AS missing FROM unnest(ARRAY['loans_waiting_by_promise', 'wires_open_by_promise', 'wires_by_credit']) AS name
 WHERE to_regclass(name) IS NULL;
