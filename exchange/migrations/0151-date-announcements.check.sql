SELECT id AS wrong FROM announcements WHERE starts_at IS NULL OR ends_at < starts_at;
