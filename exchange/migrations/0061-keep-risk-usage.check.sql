-- What is kept is what the rows say from the beginning.
SELECT coalesce(k.user_id, e.user_id) AS user_id, coalesce(k.mode, e.mode) AS mode, coalesce(k.product, e.product) AS product,
       coalesce(k.day, e.day) AS day, k.staked AS kept_staked, e.staked, k.lost AS kept_lost, e.lost
  FROM risk_usage k
  FULL JOIN (SELECT user_id, mode, product, day_of(at) AS day, sum(staked) AS staked, sum(lost) AS lost FROM risk_events GROUP BY 1, 2, 3, 4) e
    ON e.user_id = k.user_id AND e.mode = k.mode AND e.product = k.product AND e.day = k.day
 WHERE coalesce(k.staked, 0) <> coalesce(e.staked, 0) OR coalesce(k.lost, 0) <> coalesce(e.lost, 0);
