-- What owners changed in their resting orders. `id` comes from the numbers of orders: where the order queued up anew, it is its rank.
CREATE TABLE order_amendments (
  id int8 PRIMARY KEY,
  product text NOT NULL CHECK (product IN ('spot', 'perpetual')),
  order_id int8 NOT NULL,
  price_before numeric(38,18) NOT NULL CHECK (price_before > 0),
  price_after numeric(38,18) NOT NULL CHECK (price_after > 0),
  quantity_before numeric(38,0) NOT NULL CHECK (quantity_before > 0),
  quantity_after numeric(38,0) NOT NULL CHECK (quantity_after > 0),
  is_place_kept boolean NOT NULL,
  -- The journal that adjusted the hold; null where it stayed as it was.
  journal_id int8,
  created_at timestamptz NOT NULL,
  CHECK (price_before <> price_after OR quantity_before <> quantity_after),
  CHECK (NOT is_place_kept OR (price_before = price_after AND quantity_after < quantity_before))
);
CREATE INDEX order_amendments_of_order ON order_amendments (product, order_id, id);
