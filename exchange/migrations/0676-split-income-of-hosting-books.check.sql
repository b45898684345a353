-- A book that is over began to be wound up, at the latest when it was.
SELECT id::text AS wrong FROM hosting_books WHERE state = 'stopped' AND (stopping_at IS NULL OR stopping_at > stopped_at);
