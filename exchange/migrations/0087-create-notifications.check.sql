-- The counts are those of the rows.
SELECT coalesce(p.user_id, n.user_id) AS wrong FROM notification_people p
  FULL JOIN (SELECT user_id, count(*) AS kept, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM notifications GROUP BY user_id) n
    ON n.user_id = p.user_id
 WHERE p.user_id IS NULL OR p.kept <> coalesce(n.kept, 0) OR p.unread <> coalesce(n.unread, 0);
