-- When a reward was given up, in ms: its account was closed before it was paid. It is never due.
ALTER TABLE rewards ADD COLUMN given_up_at int8;
ALTER TABLE rewards ADD CONSTRAINT rewards_given_up CHECK (given_up_at IS NULL OR due_at = 9223372036854775807) NOT VALID;
ALTER TABLE rewards VALIDATE CONSTRAINT rewards_given_up;
