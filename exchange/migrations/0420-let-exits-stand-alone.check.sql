-- Each exit that a purchase has was placed once with it, and none before.
SELECT e.id AS wrong FROM spot_orders e
 WHERE e.exits IS NOT NULL
   AND (SELECT count(*) FROM spot_orders x WHERE x.entry_id = e.id)
       <> CASE e.exits WHEN 'placed' THEN num_nonnulls(e.take_profit, e.stop_loss) ELSE 0 END;
