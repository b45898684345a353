-- Claims of VIP are a queue like the others: each has a number of its own, in the order in which they were reached.
ALTER TABLE vip_levels ADD COLUMN id int8 GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX vip_levels_open_by_id ON vip_levels (id) INCLUDE (reached_at) WHERE level >= 7 AND fulfilled_at IS NULL;
CREATE INDEX wires_open_by_id ON wires (id) INCLUDE (asked_at) WHERE state IN ('waiting', 'review');

-- What was promised next, and what is late, without reading the whole queue.
CREATE INDEX identity_waiting_by_promise ON identity_submissions (review_until) INCLUDE (id) WHERE state = 'review';
CREATE INDEX support_waits_open_by_promise ON support_waits (promised_at) INCLUDE (id) WHERE answered_at IS NULL;
CREATE INDEX withdrawals_waiting_by_promise ON withdrawals (until)
  WHERE until IS NOT NULL AND (state IN ('review', 'approved') OR delay IS NOT NULL);
-- What came in and went out of a day.
CREATE INDEX deposits_by_credit ON deposits (credited_at) INCLUDE (asset, credited) WHERE state = 'credited';
CREATE INDEX withdrawals_by_end ON withdrawals (state_at) INCLUDE (asset, amount) WHERE state = 'done';

-- How long a queue is, once it is too long to be counted whenever somebody looks. Time in ms.
CREATE TABLE operator_queue_sizes (
  queue text PRIMARY KEY CHECK (length(queue) BETWEEN 1 AND 40),
  waiting int8 NOT NULL CHECK (waiting >= 0),
  at int8 NOT NULL
);

-- When a proof of a subject was begun, so that of several processes one proves it. Time in ms.
ALTER TABLE audit_results ADD COLUMN begun_at int8 NOT NULL DEFAULT 0;
ALTER TABLE audit_results ALTER COLUMN at DROP NOT NULL;
