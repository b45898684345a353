-- Pictures that people give: encoded anew, sealed by the exchange, of which the database knows owner, purpose and end. One without a purpose is
-- nobody's proof of anything and ends an hour after it came.
CREATE TABLE files (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  user_id int8 NOT NULL REFERENCES users (id),
  purpose text CHECK (purpose IN ('identity', 'deposit-proof', 'loan-signature')),
  width int4 NOT NULL CHECK (width > 0),
  height int4 NOT NULL CHECK (height > 0),
  key_id text NOT NULL CHECK (length(key_id) BETWEEN 1 AND 40),
  sealed bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 29 AND 4194304),
  created_at timestamptz NOT NULL,
  delete_at timestamptz NOT NULL CHECK (delete_at > created_at)
);
CREATE INDEX files_of_user ON files (user_id, created_at) WHERE purpose IS NULL;
CREATE INDEX files_by_end ON files (delete_at);
CREATE INDEX files_by_key ON files (key_id);

-- Addresses under which another browser gives one picture to an account, without signing in. The token itself is kept nowhere.
CREATE TABLE file_handoffs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text NOT NULL UNIQUE CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  user_id int8 NOT NULL REFERENCES users (id),
  tries int4 NOT NULL DEFAULT 0 CHECK (tries >= 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  file_id text
);
CREATE INDEX file_handoffs_of_user ON file_handoffs (user_id, created_at);
CREATE INDEX file_handoffs_by_end ON file_handoffs (expires_at);

INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
VALUES ('product', 'pictures', 1, '{"identityDays":1825,"refusedIdentityDays":30,"proofDays":730,"agreementDays":3650}', 0, 0, 'from the beginning');
