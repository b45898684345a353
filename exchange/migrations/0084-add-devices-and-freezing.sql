-- What a person needs to recognise a session, and when it was last used. Sessions of before say nothing about their device.
ALTER TABLE sessions ADD COLUMN browser text NOT NULL DEFAULT '' CHECK (length(browser) <= 24);
ALTER TABLE sessions ADD COLUMN system text NOT NULL DEFAULT '' CHECK (length(system) <= 24);
ALTER TABLE sessions ADD COLUMN first_seen_at timestamptz;
ALTER TABLE sessions ADD COLUMN last_seen_at timestamptz;
UPDATE sessions SET first_seen_at = created_at, last_seen_at = created_at;
ALTER TABLE sessions ALTER COLUMN first_seen_at SET NOT NULL, ALTER COLUMN last_seen_at SET NOT NULL;

-- `frozen_at`: nobody signs in and no money leaves until it is lifted. `outgoing_held_until`: signed in, but no money leaves before.
-- `signed_in_at`: the first time; a device is new only to an account that has one already.
ALTER TABLE users ADD COLUMN frozen_at timestamptz;
ALTER TABLE users ADD COLUMN outgoing_held_until timestamptz;
ALTER TABLE users ADD COLUMN signed_in_at timestamptz;
UPDATE users SET signed_in_at = created_at WHERE kind = 'person';

-- One-time links that are mailed. What opens one is a keyed hash of its id, under a key that is not in the database. `mail` is what the mail
-- says; `mail_due_at` when it is to be sent (again), null once it was.
CREATE TABLE account_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id int8 NOT NULL REFERENCES users (id),
  purpose text NOT NULL CHECK (purpose IN ('freeze', 'password')),
  mail jsonb NOT NULL,
  mail_due_at timestamptz,
  mail_tries int4 NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX account_links_of_user ON account_links (user_id, purpose, created_at);
CREATE INDEX account_links_by_end ON account_links (expires_at);
CREATE INDEX account_links_to_mail ON account_links (mail_due_at) WHERE mail_due_at IS NOT NULL;
