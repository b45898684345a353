-- Markets in which operators take no new trades: a row while it lasts. The reason is what everybody reads. Time in ms.
CREATE TABLE market_halts (
  market text PRIMARY KEY CHECK (market ~ '^[A-Z0-9]{2,12}-[A-Z0-9]{2,12}$'),
  reason text NOT NULL CHECK (reason IN ('maintenance', 'inquiry')),
  since int8 NOT NULL CHECK (since >= 0)
);

-- The risk of a market, and liquidations of a day, without a look at every position that ever was.
CREATE INDEX perpetual_positions_open_of_market ON perpetual_positions (mode, market) WHERE closed_at IS NULL;
CREATE INDEX perpetual_positions_liquidated ON perpetual_positions (closed_at) WHERE close_origin = 'liquidation';
