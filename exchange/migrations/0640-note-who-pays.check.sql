SELECT 'withdrawal_networks' AS wrong WHERE to_regclass('withdrawal_networks') IS NULL;
