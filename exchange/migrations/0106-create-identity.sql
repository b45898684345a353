-- What people say of who they are, once for each time that they send it. The number of a document is sealed by the exchange; its keyed hash says
-- whether two are the same: one that is reviewed or verified belongs to one person.
CREATE TABLE identity_submissions (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES users (id),
  state text NOT NULL DEFAULT 'review' CHECK (state IN ('review', 'approved', 'rejected')),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 400),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 400),
  document text NOT NULL CHECK (document IN ('id', 'passport', 'licence')),
  number_key_id text,
  number_sealed bytea,
  number_hash text NOT NULL CHECK (number_hash ~ '^[0-9a-f]{64}$'),
  front text NOT NULL,
  back text CHECK ((back IS NULL) = (document = 'passport')),
  hold text NOT NULL,
  email text NOT NULL CHECK (length(email) <= 254),
  submitted_at timestamptz NOT NULL,
  review_until timestamptz NOT NULL CHECK (review_until > submitted_at),
  decided_at timestamptz,
  decided_by text CHECK (length(decided_by) BETWEEN 1 AND 60),
  reason text CHECK (length(reason) BETWEEN 1 AND 40),
  resend text[] NOT NULL DEFAULT '{}' CHECK (resend <@ ARRAY['details', 'front', 'back', 'hold']),
  -- When the number (of what was approved) or all of it (of what was rejected) goes.
  delete_at timestamptz,
  CHECK ((state = 'review') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((state = 'rejected') = (reason IS NOT NULL)),
  CHECK ((number_key_id IS NULL) = (number_sealed IS NULL) AND (number_sealed IS NOT NULL OR state = 'approved'))
);
CREATE UNIQUE INDEX identity_one_open ON identity_submissions (user_id) WHERE state IN ('review', 'approved');
CREATE UNIQUE INDEX identity_one_person ON identity_submissions (number_hash) WHERE state IN ('review', 'approved');
CREATE INDEX identity_of_user ON identity_submissions (user_id, id);
CREATE INDEX identity_waiting ON identity_submissions (submitted_at) WHERE state = 'review';
CREATE INDEX identity_by_end ON identity_submissions (delete_at) WHERE delete_at IS NOT NULL;
CREATE INDEX identity_by_key ON identity_submissions (number_key_id) WHERE number_key_id IS NOT NULL;
