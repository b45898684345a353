-- How operators sign in on the console. Tokens are kept as hashes alone, the authenticator's secret sealed. Times are in ms.
CREATE TABLE operator_credentials (
  operator_id int8 PRIMARY KEY REFERENCES operators (id),
  password_hash text NOT NULL CHECK (length(password_hash) BETWEEN 20 AND 300),
  key_id text NOT NULL CHECK (length(key_id) BETWEEN 1 AND 40),
  sealed bytea NOT NULL CHECK (length(sealed) BETWEEN 29 AND 200),
  -- Period of the last code that was used: each counts once.
  last_step int8 NOT NULL DEFAULT 0,
  tries int4 NOT NULL DEFAULT 0 CHECK (tries >= 0),
  not_before int8 NOT NULL DEFAULT 0,
  set_at int8 NOT NULL
);

CREATE TABLE operator_links (
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  operator_id int8 NOT NULL REFERENCES operators (id),
  made_at int8 NOT NULL,
  expires_at int8 NOT NULL CHECK (expires_at > made_at)
);
CREATE INDEX operator_links_by_end ON operator_links (expires_at);

CREATE TABLE operator_sessions (
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  operator_id int8 NOT NULL REFERENCES operators (id),
  proof text NOT NULL CHECK (proof IN ('password', 'key', 'link')),
  began_at int8 NOT NULL,
  seen_at int8 NOT NULL CHECK (seen_at >= began_at)
);
CREATE INDEX operator_sessions_of ON operator_sessions (operator_id, began_at);
CREATE INDEX operator_sessions_by_age ON operator_sessions (seen_at);

-- The timeline of an object.
CREATE INDEX operator_log_of_target ON operator_log (((entry::jsonb) ->> 'target'), seq);
