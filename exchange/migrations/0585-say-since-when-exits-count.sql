-- Since when prints count against exits of a purchase that were changed, null: since it was placed. Alone, as 0565.
ALTER TABLE spot_orders ADD COLUMN exits_since timestamptz;
