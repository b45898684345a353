SELECT 'passkeys is missing' AS wrong WHERE to_regclass('passkeys') IS NULL;
