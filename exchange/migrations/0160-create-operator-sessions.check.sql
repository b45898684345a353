SELECT 'operator_sessions: more than one operator allows' AS wrong FROM operator_sessions GROUP BY operator_id HAVING count(*) > 20;
