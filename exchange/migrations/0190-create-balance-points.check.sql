-- Nobody's account was worth something before it was opened.
SELECT p.user_id AS wrong FROM balance_points p LEFT JOIN users u ON u.id = p.user_id WHERE u.id IS NULL LIMIT 10;
