-- Support: one thread a person, of lines that are only added. `unread` counts the operators' lines that its person hasn't opened.
CREATE TABLE support_threads (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  lines int4 NOT NULL DEFAULT 0 CHECK (lines >= 0),
  unread int4 NOT NULL DEFAULT 0 CHECK (unread BETWEEN 0 AND lines)
);

-- `about` is what the line is about, such as withdrawal:12; `operator` is who answered, null for the person.
CREATE TABLE support_lines (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES support_threads (user_id),
  operator text CHECK (length(operator) BETWEEN 1 AND 40),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  about text CHECK (about ~ '^[a-z]{3,20}:[A-Za-z0-9_-]{1,60}$'),
  at timestamptz NOT NULL
);
CREATE INDEX support_lines_of_user ON support_lines (user_id, id);

-- From the first line that nobody has answered to the answer: what was promised, what it took, and how it was rated.
CREATE TABLE support_waits (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES support_threads (user_id),
  asked_at timestamptz NOT NULL,
  promised_at timestamptz NOT NULL CHECK (promised_at > asked_at),
  answered_at timestamptz CHECK (answered_at >= asked_at),
  stars int2 CHECK (stars BETWEEN 1 AND 5),
  CHECK (stars IS NULL OR answered_at IS NOT NULL)
);
CREATE UNIQUE INDEX support_waits_open ON support_waits (user_id) WHERE answered_at IS NULL;
CREATE INDEX support_waits_answered ON support_waits (answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX support_waits_of_user ON support_waits (user_id, id);
