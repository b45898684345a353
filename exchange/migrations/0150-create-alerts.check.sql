-- The counts are those of the rows.
SELECT coalesce(p.user_id, a.user_id) AS wrong FROM alert_people p
  FULL JOIN (SELECT user_id, count(*) AS kept FROM alerts WHERE kind <> 'margin' GROUP BY user_id) a ON a.user_id = p.user_id
 WHERE p.user_id IS NULL OR p.kept <> coalesce(a.kept, 0)
UNION ALL
SELECT -1 WHERE (SELECT count(*) FROM alert_place) <> 1;
