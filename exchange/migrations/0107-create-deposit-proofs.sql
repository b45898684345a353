-- What people say of a deposit that they miss: an amount with the end of a transaction's hash, a picture, or both. It moves no money: it is matched
-- with what the chain shows, or two operators answer it. Times in ms.
CREATE TABLE deposit_proofs (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES users (id),
  network text NOT NULL CHECK (length(network) BETWEEN 1 AND 30),
  asset text NOT NULL REFERENCES assets (code),
  amount numeric(38, 0) NOT NULL CHECK (amount > 0),
  hash_end text CHECK (hash_end ~ '^[0-9a-f]{6}$'),
  picture text,
  given_at int8 NOT NULL,
  answered_at int8,
  answer text CHECK (answer IN ('not-found', 'other-network', 'other-address', 'other-coin', 'credited')),
  answered_by text CHECK (length(answered_by) BETWEEN 1 AND 60),
  CHECK (hash_end IS NOT NULL OR picture IS NOT NULL),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL))
);
CREATE INDEX deposit_proofs_of_user ON deposit_proofs (user_id, id);
CREATE INDEX deposit_proofs_open ON deposit_proofs (given_at) WHERE answer IS NULL;
