-- What is late is a list that goes on behind a row: the longest late first.
DROP INDEX identity_waiting_by_promise;
DROP INDEX support_waits_open_by_promise;
CREATE INDEX identity_waiting_by_promise ON identity_submissions (review_until, id) WHERE state = 'review';
CREATE INDEX support_waits_open_by_promise ON support_waits (promised_at, id) WHERE answered_at IS NULL;
