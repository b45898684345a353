-- Public keys of operators' passkeys (WebAuthn), several an operator. They stand beside the authenticator, or in its place. Times are in ms.
CREATE TABLE operator_passkeys (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id int8 NOT NULL REFERENCES operators (id),
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1400),
  public_key bytea NOT NULL CHECK (length(public_key) <= 4096),
  counter int8 NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  added_at int8 NOT NULL,
  used_at int8
);
CREATE INDEX operator_passkeys_of ON operator_passkeys (operator_id, id);

-- Who has a passkey may do without the authenticator.
ALTER TABLE operator_credentials ALTER COLUMN key_id DROP NOT NULL;
ALTER TABLE operator_credentials ALTER COLUMN sealed DROP NOT NULL;
ALTER TABLE operator_credentials ADD CONSTRAINT operator_credentials_sealed CHECK ((key_id IS NULL) = (sealed IS NULL));
ALTER TABLE operator_sessions DROP CONSTRAINT operator_sessions_proof_check;
ALTER TABLE operator_sessions ADD CONSTRAINT operator_sessions_proof_check CHECK (proof IN ('password', 'passkey', 'key', 'link'));
