-- Money that people send by bank. A row is made when somebody asks for it: the reference that goes on the transfer, and the terms of that day. Amounts in
-- base units of the asset, times in ms. What arrived is entered by two operators from the bank's own line, and a line counts once.
CREATE TABLE wires (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES users (id),
  reference text NOT NULL UNIQUE CHECK (reference ~ '^CW[0-9]{10}$'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  asset text NOT NULL REFERENCES assets (code),
  asked numeric(38, 0) NOT NULL CHECK (asked > 0),
  fee_rate text NOT NULL CHECK (fee_rate ~ '^0(\.[0-9]{1,6})?$'),
  bank jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'review', 'credited', 'refused', 'cancelled')),
  asked_at int8 NOT NULL,
  picture text,
  proof_at int8,
  line text UNIQUE CHECK (length(line) BETWEEN 1 AND 60),
  sender text CHECK (length(sender) BETWEEN 1 AND 140),
  arrived numeric(38, 0) CHECK (arrived > 0),
  fee numeric(38, 0) CHECK (fee >= 0),
  reason text CHECK (reason IN ('not-arrived', 'returned-name', 'returned-amount', 'returned')),
  decided_at int8,
  CHECK ((state = 'credited') = (line IS NOT NULL AND sender IS NOT NULL AND arrived IS NOT NULL AND fee IS NOT NULL)),
  CHECK (fee < arrived),
  CHECK ((state = 'refused') = (reason IS NOT NULL)),
  CHECK ((state IN ('credited', 'refused', 'cancelled')) = (decided_at IS NOT NULL)),
  CHECK (state <> 'review' OR proof_at IS NOT NULL)
);
CREATE INDEX wires_of_user ON wires (user_id, id);
CREATE INDEX wires_open ON wires (asked_at) WHERE state IN ('waiting', 'review');

-- Off until operators name a bank account: a product without one is not offered.
INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note) VALUES
  ('product', 'wire', 1, '{"currency":"USD","asset":"USDT","feeRate":"0.005","min":"50","max":"50000","bank":null}', 0, 0,
   'bank transfers: 1 USDT for each USD, less 0.5 %; not offered before a bank account is named');
