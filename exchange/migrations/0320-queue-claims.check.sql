SELECT 'vip_levels: two claims of one number' AS wrong FROM vip_levels GROUP BY id HAVING count(*) > 1;
