-- What is over is never put aside again: a position is put aside while something is due, at the earliest when it began.
SELECT id::text AS wrong FROM staking_positions WHERE aside_at < subscribed_at;
