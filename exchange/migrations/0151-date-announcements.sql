-- Announcements by operators: pinned ones stand first; each is shown from `starts_at` until `ends_at` (null: until somebody ends it).
ALTER TABLE announcements
  ADD COLUMN is_pinned boolean NOT NULL DEFAULT false,
  ADD COLUMN starts_at timestamptz,
  ADD COLUMN ends_at timestamptz;
UPDATE announcements SET starts_at = created_at;
ALTER TABLE announcements
  ALTER COLUMN starts_at SET NOT NULL,
  ALTER COLUMN starts_at SET DEFAULT now(),
  ADD CONSTRAINT announcements_end_after_start CHECK (ends_at IS NULL OR ends_at >= starts_at);
CREATE INDEX announcements_shown ON announcements (is_pinned DESC, starts_at DESC, id DESC);
