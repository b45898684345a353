-- A day begins at midnight, UTC.
SELECT 'reward ' || id AS wrong FROM rewards WHERE above_day % 86400000 <> 0;
