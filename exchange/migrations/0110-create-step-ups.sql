-- Confirmations that were given: for one user, one device (a family of sessions) and one act; `subject_hash` is what the act is about, where
-- each is confirmed by itself. The id is that of what was to be confirmed, so that each counts once.
CREATE TABLE step_ups (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  user_id int8 NOT NULL REFERENCES users (id),
  family uuid NOT NULL,
  act text NOT NULL CHECK (length(act) BETWEEN 1 AND 40),
  subject_hash text NOT NULL CHECK (length(subject_hash) = 64),
  way text NOT NULL CHECK (way IN ('passkey', 'totp', 'recovery', 'wallet', 'mail')),
  proved_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX step_ups_of_device ON step_ups (user_id, family, act);
CREATE INDEX step_ups_by_end ON step_ups (expires_at);

ALTER TABLE mail_codes DROP CONSTRAINT mail_codes_purpose_check;
ALTER TABLE mail_codes ADD CONSTRAINT mail_codes_purpose_check CHECK (purpose ~ '^[a-z-]{1,20}$');
