-- Money that came or went while its coin had no price: valued as soon as there is one, never dropped. `source` names the recharge that comes of it;
-- `back_at`: the withdrawal ended without a payment meanwhile. Amounts are base units, times ms.
CREATE TABLE recharge_waits (
  source text PRIMARY KEY CHECK (length(source) BETWEEN 1 AND 60),
  user_id int8 NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('in', 'out')),
  asset text NOT NULL REFERENCES assets (code),
  amount numeric(38, 0) NOT NULL CHECK (amount > 0),
  at int8 NOT NULL,
  waits_since int8 NOT NULL,
  back_at int8 CHECK (back_at IS NULL OR kind = 'out')
);
CREATE INDEX recharge_waits_of_asset ON recharge_waits (asset, waits_since);
