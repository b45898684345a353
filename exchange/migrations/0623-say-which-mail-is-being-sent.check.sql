-- A mail that is being sent has a job that sends it.
SELECT user_id AS wrong FROM notification_mails WHERE (sending_by IS NULL) <> (sending_until = 0);
