SELECT a.id AS wrong FROM announcements a
LEFT JOIN announcement_texts t ON t.announcement_id = a.id AND t.lang = 'en' AND length(t.title) > 0
WHERE t.lang IS NULL;
