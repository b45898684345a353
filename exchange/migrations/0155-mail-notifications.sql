-- What is mailed of notifications, by topic; security always is. Quiet hours are minutes of the day in a time zone; both null: none.
ALTER TABLE notification_people
  ADD COLUMN mailed text[] NOT NULL DEFAULT '{}' CHECK (mailed <@ ARRAY['trading', 'money']),
  ADD COLUMN quiet_from int2 CHECK (quiet_from BETWEEN 0 AND 1439),
  ADD COLUMN quiet_until int2 CHECK (quiet_until BETWEEN 0 AND 1439),
  ADD COLUMN quiet_zone text CHECK (length(quiet_zone) BETWEEN 1 AND 60),
  ADD CONSTRAINT notification_people_quiet CHECK (num_nulls(quiet_from, quiet_until, quiet_zone) IN (0, 3) AND quiet_from IS DISTINCT FROM coalesce(quiet_until, -1::int2));

-- Up to which notification a topic was mailed to somebody, and when last (ms): one mail an hour at most.
CREATE TABLE notification_mails (
  user_id int8 NOT NULL REFERENCES users (id),
  topic text NOT NULL CHECK (topic IN ('trading', 'money', 'security')),
  mailed_id int8 NOT NULL,
  mailed_at int8 NOT NULL,
  PRIMARY KEY (user_id, topic)
);
