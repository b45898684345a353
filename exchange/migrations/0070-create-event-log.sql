-- What happened, written in the transaction of its effect. A number from a sequence says in which order transactions began to write, not in
-- which they committed: readers go by the transaction's id and only up to the oldest one still under way, so that nothing comes in behind them.
CREATE TABLE event_log (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id int8 GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
  user_id int8,
  mode text CHECK (mode IN ('real', 'demo')),
  payload json NOT NULL CHECK (octet_length(payload::text) <= 4096),
  PRIMARY KEY (xid, id)
);

-- How far each consumer has read. `singly` counts the events that are handled one by one, because a batch with them failed; `attempts` are
-- the failed tries of the next one.
CREATE TABLE event_consumers (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 60),
  xid xid8 NOT NULL,
  id int8 NOT NULL,
  singly int4 NOT NULL DEFAULT 0 CHECK (singly >= 0),
  attempts int4 NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  retry_at timestamptz
);

-- Events that a consumer failed at too often and went past.
CREATE TABLE event_dead_letters (
  consumer text NOT NULL,
  id int8 NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  user_id int8,
  mode text,
  payload json NOT NULL,
  error text NOT NULL CHECK (length(error) <= 1000),
  attempts int4 NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (consumer, id)
);
