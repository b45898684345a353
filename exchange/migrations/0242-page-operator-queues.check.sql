SELECT operator_id AS wrong FROM operator_views GROUP BY operator_id HAVING count(*) > 100;
