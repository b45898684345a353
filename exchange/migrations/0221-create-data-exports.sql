-- What people asked for of their own data: made by a job in pieces, sealed, and there for a while. `delete_at` moves when it is ready.
CREATE TABLE data_exports (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES users (id),
  asked_at int8 NOT NULL,
  ready_at int8 CHECK (ready_at >= asked_at),
  delete_at int8 NOT NULL CHECK (delete_at > asked_at)
);
CREATE INDEX data_exports_of_user ON data_exports (user_id, asked_at);
CREATE INDEX data_exports_by_end ON data_exports (delete_at);

-- Rows of one section, packed and sealed.
CREATE TABLE data_export_parts (
  export_id int8 NOT NULL REFERENCES data_exports (id),
  part int4 NOT NULL CHECK (part >= 0),
  section text NOT NULL CHECK (length(section) BETWEEN 1 AND 40),
  rows int4 NOT NULL CHECK (rows >= 0),
  key_id text NOT NULL CHECK (length(key_id) BETWEEN 1 AND 40),
  sealed bytea NOT NULL,
  PRIMARY KEY (export_id, part)
);
