SELECT 'idempotency_keys_by_age is missing' AS wrong WHERE to_regclass('idempotency_keys_by_age') IS NULL;
