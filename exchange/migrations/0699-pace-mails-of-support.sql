-- Mails of support have a pace as those of a group. `phrase`: what the mail of a closing ends with, from the closing until that mail is sent.
ALTER TABLE notification_mails
  DROP CONSTRAINT notification_mails_topic_check,
  ADD CONSTRAINT notification_mails_topic_check CHECK (topic IN ('trading', 'money', 'news', 'security', 'support')),
  ADD COLUMN phrase text CHECK (length(phrase) BETWEEN 1 AND 40);
