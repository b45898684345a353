-- What came in as read is read.
SELECT 'notification ' || id AS wrong FROM notifications WHERE came_read AND read_at IS NULL;
