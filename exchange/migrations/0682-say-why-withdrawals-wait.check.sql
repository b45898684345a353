-- What was refused says why, and what was cancelled or goes on has no reason.
SELECT id::text AS wrong FROM withdrawals WHERE (state = 'refused' AND reason IS NULL) OR (state NOT IN ('refused', 'waiting', 'review') AND reason IS NOT NULL);
