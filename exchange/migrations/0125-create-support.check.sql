-- Counts are those of the lines; who waits has said something.
SELECT t.user_id AS wrong FROM support_threads t
  LEFT JOIN (SELECT user_id, count(*) AS lines, count(*) FILTER (WHERE operator IS NOT NULL) AS answers FROM support_lines GROUP BY user_id) l
    ON l.user_id = t.user_id
 WHERE t.lines <> coalesce(l.lines, 0) OR t.unread > coalesce(l.answers, 0);
