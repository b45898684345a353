-- An order that met more resting orders than one transaction settles goes on in the next: until then it is open, in no book, and its worst
-- price stands here, as it was fixed when it was accepted.
ALTER TABLE spot_orders ADD COLUMN taking_limit numeric(38,18) CHECK (taking_limit > 0);
ALTER TABLE spot_orders ADD CONSTRAINT spot_orders_taking CHECK (taking_limit IS NULL OR status IN ('open', 'partially_filled'));
ALTER TABLE perpetual_orders ADD COLUMN taking_limit numeric(38,18) CHECK (taking_limit > 0);
ALTER TABLE perpetual_orders ADD CONSTRAINT perpetual_orders_taking CHECK (taking_limit IS NULL OR status IN ('open', 'partially_filled'));

-- Place in the queue of its price, where that isn't the order's own number: it came to rest after it had gone on.
ALTER TABLE perpetual_orders ADD COLUMN rank int8;
DROP INDEX perpetual_orders_open;
CREATE INDEX perpetual_orders_open ON perpetual_orders (market, coalesce(rank, id)) WHERE status IN ('open', 'partially_filled');
