-- Work that is due at a time, or in pieces. `due_at` is the time it stands for, `run_at` when it is tried next: the same at first, later after
-- a failure and after each piece. One that is done stays for a while, so that its key is not taken again.
CREATE TABLE jobs (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 120),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'dead')),
  due_at timestamptz NOT NULL,
  run_at timestamptz NOT NULL,
  payload json NOT NULL CHECK (octet_length(payload::text) <= 4096),
  cursor json CHECK (octet_length(cursor::text) <= 4096),
  pieces int8 NOT NULL DEFAULT 0 CHECK (pieces >= 0),
  attempts int4 NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  error text CHECK (length(error) <= 1000),
  ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'waiting')),
  UNIQUE (kind, key)
);

CREATE INDEX jobs_to_run ON jobs (run_at, id) WHERE state = 'waiting';
CREATE INDEX jobs_ended ON jobs (state, ended_at) WHERE state <> 'waiting';
