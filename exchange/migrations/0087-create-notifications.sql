-- What people are told: one row an event, whose number is its id, so that an event that is read again adds nothing. Kind and values are kept,
-- never sentences: those are made when somebody reads.
CREATE TABLE notifications (
  id int8 PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES users (id),
  mode text CHECK (mode IN ('real', 'demo')),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  topic text NOT NULL CHECK (topic IN ('trading', 'money', 'security')),
  facts json NOT NULL CHECK (octet_length(facts::text) <= 4096),
  at timestamptz NOT NULL,
  read_at timestamptz
);
CREATE INDEX notifications_of_user ON notifications (user_id, id);
CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE read_at IS NULL;
CREATE INDEX notifications_by_age ON notifications (at);

-- Counts that are kept, so that the bell sums nothing; `silent` are the topics that a person doesn't want counted.
CREATE TABLE notification_people (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  kept int4 NOT NULL DEFAULT 0 CHECK (kept >= 0),
  unread int4 NOT NULL DEFAULT 0 CHECK (unread BETWEEN 0 AND kept),
  silent text[] NOT NULL DEFAULT '{}' CHECK (silent <@ ARRAY['trading', 'money'])
);
