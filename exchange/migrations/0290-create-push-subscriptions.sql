-- Browsers that take push messages: one a device, which is a family of sessions; what it is ends with them. The endpoint is the push service's.
CREATE TABLE push_subscriptions (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES users (id),
  family uuid NOT NULL UNIQUE,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) BETWEEN 10 AND 1000),
  p256dh text NOT NULL CHECK (length(p256dh) = 87),
  auth text NOT NULL CHECK (length(auth) = 22),
  created_at int8 NOT NULL
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id, id);

-- Up to which notification a topic was pushed to a browser, when last (ms), and when to look again; null: nothing waits.
CREATE TABLE push_turns (
  subscription_id int8 NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  topic text NOT NULL CHECK (topic IN ('trading', 'money', 'news', 'security')),
  pushed_id int8 NOT NULL DEFAULT 0,
  pushed_at int8 NOT NULL DEFAULT 0,
  due_at int8,
  tries int2 NOT NULL DEFAULT 0,
  PRIMARY KEY (subscription_id, topic)
);
CREATE INDEX push_turns_due ON push_turns (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE notification_people
  ADD COLUMN unpushed text[] NOT NULL DEFAULT '{}' CHECK (unpushed <@ ARRAY['trading', 'money', 'news']);
