-- What lapsed undecided stays open for good, and its numbers come first: what can still be decided is found by when it lapses, however much has lapsed.
CREATE INDEX operator_requests_live ON operator_requests (expires_at) INCLUDE (id, requested_by, requested_at) WHERE state = 'open';
DROP INDEX operator_requests_open;
