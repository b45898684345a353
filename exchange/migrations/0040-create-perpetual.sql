-- Perpetual contracts: orders, positions, fills, liquidations, funding. Prices are quote per base with up to 8 decimals; quantities are base
-- units of the base asset, money is base units of USDT, rates are fractions in units of 0.00000001. Times of prints are ms.

-- A third part of a user's balance: what stands behind open positions. And accounts between the users of a market, which may be negative.
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_part_check;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_part_check CHECK (part IN ('available', 'locked', 'margin'));
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_owner_check;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_owner_check CHECK (owner IN ('user', 'house', 'clearing', 'outside'));
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_not_negative;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_not_negative CHECK (owner IN ('outside', 'clearing') OR balance >= 0);

CREATE SEQUENCE perpetual_position_ids;
CREATE SEQUENCE perpetual_fill_ids;

-- Ids come from spot_order_ids: an order id names one order, whatever it trades.
CREATE TABLE perpetual_orders (
  id int8 PRIMARY KEY,
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  market text NOT NULL CHECK (length(market) BETWEEN 3 AND 21),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  kind text NOT NULL CHECK (kind IN ('limit', 'market')),
  time_in_force text NOT NULL CHECK (time_in_force IN ('GTC', 'IOC', 'FOK', 'POST_ONLY')),
  price numeric(38,18) CHECK (price > 0),
  quantity numeric(38,0) NOT NULL CHECK (quantity > 0),
  rested numeric(38,0) NOT NULL CHECK (rested >= 0 AND rested <= quantity),
  filled numeric(38,0) NOT NULL CHECK (filled >= 0 AND filled <= quantity),
  filled_value numeric(38,0) NOT NULL CHECK (filled_value >= 0),
  fee numeric(38,0) NOT NULL CHECK (fee >= 0),
  realized numeric(38,0) NOT NULL,
  leverage int4 NOT NULL CHECK (leverage BETWEEN 1 AND 1000),
  is_reduce_only boolean NOT NULL,
  take_profit numeric(38,18) CHECK (take_profit > 0),
  stop_loss numeric(38,18) CHECK (stop_loss > 0),
  origin text NOT NULL CHECK (origin IN ('user', 'take_profit', 'stop_loss', 'liquidation', 'auto_deleverage')),
  status text NOT NULL CHECK (status IN ('open', 'partially_filled', 'filled', 'cancelled', 'expired')),
  reason text CHECK (length(reason) BETWEEN 1 AND 60),
  -- The mark price at which the exchange sent it, for every origin but the user.
  mark numeric(38,18) CHECK (mark > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((status = 'filled') = (filled = quantity)),
  CHECK (status <> 'open' OR filled = 0)
) WITH (fillfactor = 85);
CREATE INDEX perpetual_orders_open ON perpetual_orders (market, id) WHERE status IN ('open', 'partially_filled');
CREATE INDEX perpetual_orders_of_user ON perpetual_orders (user_id, mode, id);

-- One net position per user, mode and market while it is open; closed ones are the history.
CREATE TABLE perpetual_positions (
  id int8 PRIMARY KEY,
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  market text NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  quantity numeric(38,0) NOT NULL CHECK (quantity >= 0),
  -- Sum of price x quantity of what is open, exact.
  cost numeric(38,0) NOT NULL CHECK (cost >= 0),
  margin numeric(38,0) NOT NULL CHECK (margin >= 0),
  leverage int4 NOT NULL CHECK (leverage BETWEEN 1 AND 1000),
  take_profit numeric(38,18) CHECK (take_profit > 0),
  stop_loss numeric(38,18) CHECK (stop_loss > 0),
  realized numeric(38,0) NOT NULL,
  fees numeric(38,0) NOT NULL CHECK (fees >= 0),
  -- Received; below zero: paid.
  funding numeric(38,0) NOT NULL,
  opened_quantity numeric(38,0) NOT NULL CHECK (opened_quantity > 0),
  opened_cost numeric(38,0) NOT NULL CHECK (opened_cost > 0),
  closed_quantity numeric(38,0) NOT NULL CHECK (closed_quantity >= 0),
  closed_value numeric(38,0) NOT NULL CHECK (closed_value >= 0),
  margin_most numeric(38,0) NOT NULL CHECK (margin_most >= 0),
  opened_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  closed_at timestamptz,
  close_origin text CHECK (close_origin IN ('user', 'take_profit', 'stop_loss', 'liquidation', 'auto_deleverage')),
  CHECK (opened_quantity - closed_quantity = quantity),
  CHECK ((closed_at IS NOT NULL) = (quantity = 0)),
  CHECK ((closed_at IS NOT NULL) = (close_origin IS NOT NULL)),
  CHECK (quantity > 0 OR (cost = 0 AND margin = 0))
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX perpetual_positions_open ON perpetual_positions (market, mode, user_id) WHERE closed_at IS NULL;
CREATE INDEX perpetual_positions_of_user ON perpetual_positions (user_id, mode, id);

-- Two sides of one fill. A side is an order's; a side without an order is the insurance fund's.
CREATE TABLE perpetual_fills (
  id int8 PRIMARY KEY,
  market text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  source text NOT NULL CHECK (source IN ('book', 'fund', 'deleverage')),
  price numeric(38,18) NOT NULL CHECK (price > 0),
  quantity numeric(38,0) NOT NULL CHECK (quantity > 0),
  value numeric(38,0) NOT NULL CHECK (value > 0),
  taker_side text NOT NULL CHECK (taker_side IN ('buy', 'sell')),
  maker_order_id int8 REFERENCES perpetual_orders (id),
  taker_order_id int8 NOT NULL REFERENCES perpetual_orders (id),
  maker_fee numeric(38,0) NOT NULL CHECK (maker_fee >= 0),
  taker_fee numeric(38,0) NOT NULL CHECK (taker_fee >= 0),
  maker_realized numeric(38,0) NOT NULL,
  taker_realized numeric(38,0) NOT NULL,
  journal_id int8 NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((maker_order_id IS NULL) = (source = 'fund'))
);
CREATE INDEX perpetual_fills_of_book ON perpetual_fills (market, mode, id) WHERE source = 'book';
CREATE INDEX perpetual_fills_of_maker ON perpetual_fills (maker_order_id);
CREATE INDEX perpetual_fills_of_taker ON perpetual_fills (taker_order_id);

-- What the exchange did when margin ran out, with everything that recomputes it.
CREATE TABLE perpetual_liquidations (
  id int8 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  market text NOT NULL,
  position_id int8 NOT NULL,
  order_id int8 NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  quantity_before numeric(38,0) NOT NULL CHECK (quantity_before > 0),
  cost_before numeric(38,0) NOT NULL,
  margin_before numeric(38,0) NOT NULL,
  closed numeric(38,0) NOT NULL CHECK (closed >= 0 AND closed <= quantity_before),
  by_book numeric(38,0) NOT NULL CHECK (by_book >= 0),
  by_book_value numeric(38,0) NOT NULL CHECK (by_book_value >= 0),
  by_fund numeric(38,0) NOT NULL CHECK (by_fund >= 0),
  by_others numeric(38,0) NOT NULL CHECK (by_others >= 0),
  -- The price that was due: from the print with this number, with the index in it and the averaged distance of the book.
  mark numeric(38,18) NOT NULL CHECK (mark > 0),
  index_price numeric(38,18) NOT NULL CHECK (index_price > 0),
  print_seq int8 NOT NULL,
  liquidation_price numeric(38,18),
  bankruptcy_price numeric(38,18) NOT NULL,
  fee numeric(38,0) NOT NULL CHECK (fee >= 0),
  lost numeric(38,0) NOT NULL CHECK (lost >= 0),
  returned numeric(38,0) NOT NULL CHECK (returned >= 0),
  created_at timestamptz NOT NULL,
  CHECK (closed = by_book + by_fund + by_others)
);
CREATE INDEX perpetual_liquidations_of_user ON perpetual_liquidations (user_id, mode, id);

-- Premium samples, one a minute at most: what a funding rate is the average of.
CREATE TABLE perpetual_premiums (
  market text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  minute int8 NOT NULL,
  premium int8 NOT NULL,
  index_price numeric(38,18) NOT NULL,
  -- Averaged distance of the book from the index; the mark price goes on from here after a restart.
  basis numeric(38,18) NOT NULL,
  PRIMARY KEY (market, mode, minute)
);

-- One row per market, mode and instant, written in the transaction of its payments: no instant is settled twice.
CREATE TABLE perpetual_fundings (
  id int8 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  market text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  instant int8 NOT NULL,
  rate int8 NOT NULL,
  premium int8 NOT NULL,
  samples int4 NOT NULL CHECK (samples >= 0),
  mark numeric(38,18) NOT NULL,
  print_seq int8 NOT NULL,
  paid numeric(38,0) NOT NULL CHECK (paid >= 0),
  received numeric(38,0) NOT NULL CHECK (received >= 0),
  -- What payers could not pay: the insurance fund's part of it, and what receivers therefore did not get.
  by_fund numeric(38,0) NOT NULL CHECK (by_fund >= 0),
  missing numeric(38,0) NOT NULL CHECK (missing >= 0),
  skipped text CHECK (skipped IN ('no_prints')),
  settled_at int8 NOT NULL,
  UNIQUE (market, mode, instant)
);

CREATE TABLE perpetual_funding_payments (
  id int8 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  funding_id int8 NOT NULL REFERENCES perpetual_fundings (id),
  user_id int8 NOT NULL,
  mode text NOT NULL,
  market text NOT NULL,
  position_id int8 NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  quantity numeric(38,0) NOT NULL,
  -- Received; below zero: paid.
  amount numeric(38,0) NOT NULL,
  journal_id int8 NOT NULL,
  UNIQUE (funding_id, position_id)
);
CREATE INDEX perpetual_funding_payments_of_user ON perpetual_funding_payments (user_id, mode, id);
