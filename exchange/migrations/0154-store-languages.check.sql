SELECT user_id AS wrong FROM user_languages l WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = l.user_id AND u.kind = 'person');
