SELECT 'login_throttles is missing' AS wrong WHERE to_regclass('login_throttles') IS NULL;
