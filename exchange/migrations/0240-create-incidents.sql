-- What was not as it should be, and for how long; shown to everybody. Opened, seen again and closed by the exchange itself. Times are in ms.
CREATE TABLE incidents (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  area text NOT NULL CHECK (length(area) BETWEEN 1 AND 20),
  -- A market or a network; empty: all of the area.
  subject text NOT NULL CHECK (length(subject) <= 30),
  opened_at int8 NOT NULL,
  seen_at int8 NOT NULL CHECK (seen_at >= opened_at),
  closed_at int8 CHECK (closed_at >= opened_at)
);
-- One open incident of a kind: several processes see the same.
CREATE UNIQUE INDEX incidents_open ON incidents (area, subject) WHERE closed_at IS NULL;
CREATE INDEX incidents_by_end ON incidents (area, subject, closed_at);
CREATE INDEX incidents_by_beginning ON incidents (opened_at);

-- What operators say about one, in up to thirteen languages.
CREATE TABLE incident_texts (
  incident_id int8 NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  lang text NOT NULL CHECK (length(lang) BETWEEN 2 AND 5),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
  PRIMARY KEY (incident_id, lang)
);
