-- The sum of a day has its index.
SELECT 'rewards_paid' AS wrong WHERE NOT EXISTS (SELECT 1 FROM pg_indexes WHERE tablename = 'rewards' AND indexname = 'rewards_paid');
