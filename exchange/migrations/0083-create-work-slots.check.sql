SELECT 'work_slots is missing' AS wrong WHERE to_regclass('work_slots') IS NULL;
