-- The job that is sending a topic's mail and until when (ms) nobody else sends one; null and 0: none is.
ALTER TABLE notification_mails ADD COLUMN sending_by text, ADD COLUMN sending_until int8 NOT NULL DEFAULT 0;
