-- What is silent says until when, and is something that repeats.
SELECT id AS wrong FROM alerts WHERE (state = 'paused') <> (paused_until IS NOT NULL) OR (state = 'paused' AND pause_minutes IS NULL);
