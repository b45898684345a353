-- A stop that waits can be given another stop price: what it was and became.
-- Rows that are there are looked at by the next migration, which keeps nobody waiting.
ALTER TABLE order_amendments
  ADD COLUMN stop_before numeric(38,18),
  ADD COLUMN stop_after numeric(38,18),
  DROP CONSTRAINT order_amendments_check,
  ADD CONSTRAINT order_amendments_changes CHECK (
    price_before <> price_after OR quantity_before <> quantity_after OR coalesce(stop_before <> stop_after, false)
  ) NOT VALID,
  ADD CONSTRAINT order_amendments_stop CHECK ((stop_before IS NULL) = (stop_after IS NULL)) NOT VALID,
  ADD CONSTRAINT order_amendments_stop_prices CHECK (stop_before > 0 AND stop_after > 0) NOT VALID;
