-- Since when prints count against a stop price that was changed, null: since it was placed. Alone: orders and amendments are locked in no order here that a
-- batch would meet the other way round.
ALTER TABLE spot_orders ADD COLUMN stop_since timestamptz;
