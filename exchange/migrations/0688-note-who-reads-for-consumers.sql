-- When a version that knows all kinds of a consumer last read for it, within the hour, and when operators gave up what only a newer one reads. Whoever has a place
-- now counts as read now: nobody noted it before.
ALTER TABLE event_consumers ADD COLUMN read_at timestamptz NOT NULL DEFAULT now(), ADD COLUMN given_up_at timestamptz;
