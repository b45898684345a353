SELECT 'withdrawals_delay_check' AS missing
 WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'withdrawals_delay_check' AND pg_get_constraintdef(oid) LIKE '%address%');
