-- A market has one star.
SELECT user_id AS wrong FROM favourites WHERE cardinality(markets) <> (SELECT count(DISTINCT market) FROM unnest(markets) AS market);
