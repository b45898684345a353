SELECT 'idempotency_keys is missing' AS wrong WHERE to_regclass('idempotency_keys') IS NULL;
