-- Sign-ins by password that were tried, for one account and one source, over a day from the first. `subject` is a user, or one of 4,096 places
-- for names that nobody has, so that those look the same from outside; `source` a network, a device, or the account as a whole.
CREATE TABLE login_throttles (
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 40),
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 80),
  tries int4 NOT NULL CHECK (tries >= 0),
  -- The next try of this source is refused before.
  not_before timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject, source)
);

CREATE INDEX login_throttles_by_end ON login_throttles (expires_at);
