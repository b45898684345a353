-- Each exit that a purchase has was placed once with it, and none before. Exits are counted once for all: no index leads from a purchase to them.
SELECT e.id AS wrong FROM spot_orders e
  LEFT JOIN (SELECT entry_id, count(*) AS placed FROM spot_orders WHERE entry_id IS NOT NULL GROUP BY entry_id) x ON x.entry_id = e.id
 WHERE e.exits IS NOT NULL
   AND coalesce(x.placed, 0) <> CASE e.exits WHEN 'placed' THEN num_nonnulls(e.take_profit, e.stop_loss) ELSE 0 END;
