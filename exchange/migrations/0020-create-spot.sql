-- Spot orders and their fills. Prices are quote per base; quantities, values and fees are base units of their asset, as in the ledger.
CREATE SEQUENCE spot_order_ids;
CREATE SEQUENCE spot_fill_ids;

CREATE TABLE spot_orders (
  id int8 PRIMARY KEY,
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  market text NOT NULL CHECK (length(market) BETWEEN 3 AND 21),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  kind text NOT NULL CHECK (kind IN ('limit', 'market')),
  time_in_force text NOT NULL CHECK (time_in_force IN ('GTC', 'IOC', 'FOK', 'POST_ONLY')),
  price numeric(38,18) CHECK (price > 0),
  quantity numeric(38,0) NOT NULL CHECK (quantity > 0),
  -- How much of the quantity went into the book; what was filled of that was filled as maker.
  rested numeric(38,0) NOT NULL CHECK (rested >= 0 AND rested <= quantity),
  filled numeric(38,0) NOT NULL CHECK (filled >= 0 AND filled <= quantity),
  filled_value numeric(38,0) NOT NULL CHECK (filled_value >= 0),
  -- In the asset that the order receives: base for a buy, quote for a sell.
  fee numeric(38,0) NOT NULL CHECK (fee >= 0),
  status text NOT NULL CHECK (status IN ('open', 'partially_filled', 'filled', 'cancelled', 'expired')),
  reason text CHECK (length(reason) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((kind = 'limit') = (price IS NOT NULL)),
  CHECK ((status = 'filled') = (filled = quantity)),
  CHECK (status <> 'open' OR filled = 0)
) WITH (fillfactor = 85);

-- The books: what is open, oldest first. Small, because closed orders leave it.
CREATE INDEX spot_orders_open ON spot_orders (market, id) WHERE status IN ('open', 'partially_filled');
CREATE INDEX spot_orders_of_user ON spot_orders (user_id, mode, id);

CREATE TABLE spot_fills (
  id int8 PRIMARY KEY,
  market text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  price numeric(38,18) NOT NULL CHECK (price > 0),
  quantity numeric(38,0) NOT NULL CHECK (quantity > 0),
  value numeric(38,0) NOT NULL CHECK (value > 0),
  taker_side text NOT NULL CHECK (taker_side IN ('buy', 'sell')),
  maker_order_id int8 NOT NULL REFERENCES spot_orders (id),
  taker_order_id int8 NOT NULL REFERENCES spot_orders (id),
  maker_fee numeric(38,0) NOT NULL CHECK (maker_fee >= 0),
  taker_fee numeric(38,0) NOT NULL CHECK (taker_fee >= 0),
  journal_id int8 NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_order_id <> taker_order_id)
);
CREATE INDEX spot_fills_of_book ON spot_fills (market, mode, id);
CREATE INDEX spot_fills_of_maker ON spot_fills (maker_order_id);
CREATE INDEX spot_fills_of_taker ON spot_fills (taker_order_id);

-- Which process may write a market. `epoch` grows with every change of owner and is checked inside each commit.
CREATE TABLE market_leases (
  market text PRIMARY KEY,
  owner text NOT NULL,
  epoch int8 NOT NULL CHECK (epoch > 0),
  expires_at timestamptz NOT NULL
);
