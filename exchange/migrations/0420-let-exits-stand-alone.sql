-- A purchase has a take-profit, a stop-loss with its limit, or both. Rows that are there are looked at by the next migration, which keeps nobody waiting.
ALTER TABLE spot_orders
  DROP CONSTRAINT spot_orders_exits,
  ADD CONSTRAINT spot_orders_exits CHECK (
    (exits IS NULL) = (take_profit IS NULL AND stop_loss IS NULL) AND (stop_loss IS NULL) = (stop_loss_limit IS NULL)
  ) NOT VALID;
