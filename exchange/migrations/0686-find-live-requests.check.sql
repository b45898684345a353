SELECT 'operator_requests_live' AS missing WHERE to_regclass('operator_requests_live') IS NULL;
