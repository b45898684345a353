-- The operator who sees to a question; null: nobody does yet. A queue of one operator goes on behind a row like the others.
ALTER TABLE support_waits ADD COLUMN holder int8 REFERENCES operators (id);
CREATE INDEX support_waits_held_by_id ON support_waits (holder, id) WHERE answered_at IS NULL AND holder IS NOT NULL;

-- Answers that operators wrote once, to be used again: by name, in each language that somebody wrote it in.
CREATE TABLE support_saved_answers (
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  lang text NOT NULL CHECK (lang ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  PRIMARY KEY (name, lang)
);
