SELECT 'step_ups is missing' AS wrong WHERE to_regclass('step_ups') IS NULL;
