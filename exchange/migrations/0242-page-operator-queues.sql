-- Queues of operators go on behind a row, however long they are.
CREATE INDEX identity_waiting_by_id ON identity_submissions (id) INCLUDE (submitted_at, review_until) WHERE state = 'review';
CREATE INDEX loans_waiting_by_id ON loans (id) INCLUDE (applied_at) WHERE state = 'applying' AND needs_operators;
CREATE INDEX deposit_proofs_open_by_id ON deposit_proofs (id) INCLUDE (given_at) WHERE answer IS NULL;
CREATE INDEX support_waits_open_by_id ON support_waits (id) INCLUDE (asked_at, promised_at) WHERE answered_at IS NULL;
CREATE INDEX withdrawals_open_by_id ON withdrawals (id) WHERE until IS NOT NULL;
CREATE INDEX withdrawals_waiting_by_id ON withdrawals (id) INCLUDE (requested_at, until) WHERE until IS NOT NULL AND (state IN ('review', 'approved') OR delay IS NOT NULL);

-- What an operator calls a look at a list: its address behind the question mark.
CREATE TABLE operator_views (
  operator_id int8 NOT NULL REFERENCES operators (id),
  list text NOT NULL CHECK (length(list) BETWEEN 1 AND 40),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  query text NOT NULL CHECK (length(query) <= 200),
  PRIMARY KEY (operator_id, list, name)
);

-- What the last audit of each subject found. Time in ms.
CREATE TABLE audit_results (
  subject text PRIMARY KEY CHECK (length(subject) BETWEEN 1 AND 60),
  at int8 NOT NULL,
  faults int4 NOT NULL CHECK (faults >= 0)
);
