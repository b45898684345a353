-- Texts of the help centre as operators changed them: a version is never altered, and the newest of an entry counts. `texts` holds question and answer by
-- language (JSON); what isn't in it is shown as it ships, null: all of it is. Time in ms.
CREATE TABLE help_versions (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry text NOT NULL CHECK (entry ~ '^[a-z][a-z0-9-]{0,39}$'),
  version int4 NOT NULL CHECK (version > 0),
  texts text CHECK (length(texts) <= 100000),
  note text NOT NULL CHECK (length(note) BETWEEN 1 AND 300),
  at int8 NOT NULL CHECK (at >= 0),
  UNIQUE (entry, version)
);

CREATE FUNCTION keep_help_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: a text that was shown stays', TG_OP, TG_TABLE_NAME USING ERRCODE = 'HV001';
END $$;
CREATE TRIGGER help_version_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON help_versions FOR EACH STATEMENT EXECUTE FUNCTION keep_help_version();
