-- Secrets of authenticators (RFC 6238), sealed under a key that the database doesn't hold. `last_step` is the period of the newest code that
-- was used: no code of it or before it counts again.
CREATE TABLE second_factors (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  key_id text NOT NULL CHECK (length(key_id) BETWEEN 1 AND 40),
  sealed bytea NOT NULL,
  bound_at timestamptz NOT NULL,
  last_step int8 NOT NULL
);

-- Secrets that are shown but not bound: one a device, so that nobody who is signed in elsewhere is shown the same.
CREATE TABLE second_factor_attempts (
  family uuid PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES users (id),
  key_id text NOT NULL CHECK (length(key_id) BETWEEN 1 AND 40),
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX second_factor_attempts_by_end ON second_factor_attempts (expires_at);

-- Ten a person, shown once; keyed hashes.
CREATE TABLE recovery_codes (
  user_id int8 NOT NULL REFERENCES users (id),
  code_hash text NOT NULL CHECK (length(code_hash) = 64),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
