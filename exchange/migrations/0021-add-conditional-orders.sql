-- Stop-limit orders, pairs of which one ends the other, and entries whose exits come once they are filled.
-- An order that waits for its stop price is no part of a book; `held` is what it holds by itself, in base units of what it gives away.
ALTER TABLE spot_orders
  DROP CONSTRAINT spot_orders_kind_check,
  DROP CONSTRAINT spot_orders_check2,
  DROP CONSTRAINT spot_orders_status_check,
  ADD COLUMN stop_price numeric(38,18) CHECK (stop_price > 0),
  -- Whether the index has to rise or to fall to the stop price: decided when the order is placed.
  ADD COLUMN stop_side text CHECK (stop_side IN ('rise', 'fall')),
  ADD COLUMN held numeric(38,0) NOT NULL DEFAULT 0 CHECK (held >= 0),
  ADD COLUMN triggered_at timestamptz,
  -- Place in the queue of its price: its own id, or one taken when it was triggered.
  ADD COLUMN rank int8,
  -- The other order of a pair: a fill or the trigger of one ends the other.
  ADD COLUMN partner_id int8,
  -- The order whose exit this one is.
  ADD COLUMN entry_id int8,
  -- What becomes of the filled quantity: prices of take-profit, stop and the stop's limit, and whether the two exits were placed.
  ADD COLUMN take_profit numeric(38,18) CHECK (take_profit > 0),
  ADD COLUMN stop_loss numeric(38,18) CHECK (stop_loss > 0),
  ADD COLUMN stop_loss_limit numeric(38,18) CHECK (stop_loss_limit > 0),
  ADD COLUMN exits text CHECK (exits IN ('pending', 'placed', 'dropped'));

UPDATE spot_orders SET rank = id;

ALTER TABLE spot_orders
  ALTER COLUMN rank SET NOT NULL,
  ADD CONSTRAINT spot_orders_kind_check CHECK (kind IN ('limit', 'market', 'stop_limit')),
  ADD CONSTRAINT spot_orders_price_of_kind CHECK ((kind = 'market') = (price IS NULL)),
  ADD CONSTRAINT spot_orders_status_check
    CHECK (status IN ('waiting', 'open', 'partially_filled', 'filled', 'cancelled', 'expired')),
  ADD CONSTRAINT spot_orders_stop CHECK ((kind = 'stop_limit') = (stop_price IS NOT NULL) AND (stop_price IS NULL) = (stop_side IS NULL)),
  ADD CONSTRAINT spot_orders_waiting CHECK (status <> 'waiting' OR (kind = 'stop_limit' AND filled = 0 AND rested = 0 AND triggered_at IS NULL)),
  ADD CONSTRAINT spot_orders_held CHECK (held = 0 OR status = 'waiting'),
  ADD CONSTRAINT spot_orders_exits CHECK (
    (exits IS NULL) = (take_profit IS NULL) AND (exits IS NULL) = (stop_loss IS NULL) AND (exits IS NULL) = (stop_loss_limit IS NULL)
  );

DROP INDEX spot_orders_open;
CREATE INDEX spot_orders_open ON spot_orders (market, rank) WHERE status IN ('open', 'partially_filled');
CREATE INDEX spot_orders_waiting ON spot_orders (market, id) WHERE status = 'waiting';
CREATE INDEX spot_orders_exits ON spot_orders (market, id) WHERE exits = 'pending';
