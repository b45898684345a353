-- The inbox of support is narrowed by what its people read: who looks for a rare language reads its waits by an index, however many others wait or were answered.
ALTER TABLE support_waits ADD COLUMN lang text;
UPDATE support_waits w SET lang = coalesce((SELECT l.lang FROM user_languages l WHERE l.user_id = w.user_id), 'en');
CREATE FUNCTION name_wait_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Who never chose a language reads English.
  NEW.lang := coalesce((SELECT l.lang FROM user_languages l WHERE l.user_id = NEW.user_id), 'en');
  RETURN NEW;
END $$;
CREATE TRIGGER support_waits_name_language BEFORE INSERT ON support_waits FOR EACH ROW EXECUTE FUNCTION name_wait_language();
CREATE FUNCTION follow_wait_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE support_waits SET lang = NEW.lang WHERE user_id = NEW.user_id AND answered_at IS NULL AND lang <> NEW.lang;
  RETURN NULL;
END $$;
CREATE TRIGGER user_languages_follow_waits AFTER INSERT OR UPDATE OF lang ON user_languages FOR EACH ROW EXECUTE FUNCTION follow_wait_language();
ALTER TABLE support_waits ALTER COLUMN lang SET NOT NULL;
CREATE INDEX support_waits_open_of_language ON support_waits (lang, id) WHERE answered_at IS NULL;
CREATE INDEX support_waits_answered_of_language ON support_waits (lang, id) WHERE answered_at IS NOT NULL;
CREATE INDEX support_waits_answered_by_id ON support_waits (id) WHERE answered_at IS NOT NULL;
CREATE INDEX support_waits_answered_of_holder ON support_waits (holder, id) WHERE answered_at IS NOT NULL AND holder IS NOT NULL;
