-- Answers of writes that were done, stored with the effect: a repeated request gets the same answer instead of a second effect.
-- `json`, not `jsonb`: the answer is kept as it was written.
CREATE TABLE idempotency_keys (
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  call text NOT NULL CHECK (length(call) BETWEEN 1 AND 60),
  request_id text NOT NULL CHECK (length(request_id) BETWEEN 1 AND 64),
  input_hash text NOT NULL CHECK (length(input_hash) = 64),
  answer json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, mode, call, request_id)
);
