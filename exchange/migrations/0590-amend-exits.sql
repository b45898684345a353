-- Take-profit and stop-loss of an order that isn't filled yet can be changed: what they were and became. All six null: an amendment that left them
-- alone. Such an amendment alone leaves price, size and place as they are. Rows that are there are looked at by the next migration, which keeps nobody
-- waiting.
ALTER TABLE order_amendments
  ADD COLUMN take_profit_before numeric(38,18),
  ADD COLUMN take_profit_after numeric(38,18),
  ADD COLUMN stop_loss_before numeric(38,18),
  ADD COLUMN stop_loss_after numeric(38,18),
  ADD COLUMN stop_loss_limit_before numeric(38,18),
  ADD COLUMN stop_loss_limit_after numeric(38,18),
  DROP CONSTRAINT order_amendments_changes,
  DROP CONSTRAINT order_amendments_check1,
  ADD CONSTRAINT order_amendments_changes CHECK (
    price_before <> price_after OR quantity_before <> quantity_after OR coalesce(stop_before <> stop_after, false)
    OR take_profit_before IS DISTINCT FROM take_profit_after OR stop_loss_before IS DISTINCT FROM stop_loss_after
    OR stop_loss_limit_before IS DISTINCT FROM stop_loss_limit_after
  ) NOT VALID,
  ADD CONSTRAINT order_amendments_place CHECK (NOT is_place_kept OR (price_before = price_after AND quantity_after <= quantity_before)) NOT VALID,
  ADD CONSTRAINT order_amendments_exits CHECK (
    take_profit_before > 0 AND take_profit_after > 0 AND stop_loss_before > 0 AND stop_loss_after > 0
    AND stop_loss_limit_before > 0 AND stop_loss_limit_after > 0
  ) NOT VALID;
