-- The credit score of a user in one mode, and each change with its reason. Who has no row has the score that everybody starts with.
CREATE TABLE credit_scores (
  user_id int8 NOT NULL,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  score int4 NOT NULL CHECK (score BETWEEN 0 AND 100),
  -- When a repayment in time counted last (ms).
  in_time_at int8,
  PRIMARY KEY (user_id, realm)
);

CREATE TABLE credit_score_changes (
  id int8 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id int8 NOT NULL,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  reason text NOT NULL CHECK (reason IN ('verified', 'repaid_in_time', 'overdue_day')),
  -- What it is about, such as `17:3` for the third day overdue of loan 17: the same again changes nothing.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 40),
  at int8 NOT NULL,
  change int4 NOT NULL CHECK (change BETWEEN -100 AND 100),
  score int4 NOT NULL CHECK (score BETWEEN 0 AND 100),
  UNIQUE (user_id, realm, reason, reference)
);
CREATE INDEX credit_score_changes_of_user ON credit_score_changes (user_id, realm, id);
