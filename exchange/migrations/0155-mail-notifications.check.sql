SELECT user_id AS wrong FROM notification_people WHERE (quiet_from IS NULL) <> (quiet_zone IS NULL);
