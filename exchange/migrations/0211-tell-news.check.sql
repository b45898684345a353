-- News are announcements and answers, and these are nothing else.
SELECT id AS wrong FROM notifications WHERE (topic = 'news') <> (kind IN ('announcement', 'support-answered'));
