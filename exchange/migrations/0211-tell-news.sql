-- What the house tells everybody and what support answers has a topic of its own among notifications.
ALTER TABLE notifications
  DROP CONSTRAINT notifications_topic_check,
  ADD CONSTRAINT notifications_topic_check CHECK (topic IN ('trading', 'money', 'news', 'security'));
ALTER TABLE notification_people
  DROP CONSTRAINT notification_people_silent_check,
  ADD CONSTRAINT notification_people_silent_check CHECK (silent <@ ARRAY['trading', 'money', 'news']),
  DROP CONSTRAINT notification_people_mailed_check,
  ADD CONSTRAINT notification_people_mailed_check CHECK (mailed <@ ARRAY['trading', 'money', 'news']);
ALTER TABLE notification_mails
  DROP CONSTRAINT notification_mails_topic_check,
  ADD CONSTRAINT notification_mails_topic_check CHECK (topic IN ('trading', 'money', 'news', 'security'));
