SELECT 'jobs is missing' AS wrong WHERE to_regclass('jobs') IS NULL;
