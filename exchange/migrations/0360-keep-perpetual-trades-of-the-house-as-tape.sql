-- As on spot: what the provider and the taker of a market trade with one another moves nobody's money. It is a line of the tape, without orders, fees,
-- positions and a journal, and is removed after a day.
ALTER TABLE perpetual_fills ALTER COLUMN taker_order_id DROP NOT NULL, ALTER COLUMN journal_id DROP NOT NULL;
ALTER TABLE perpetual_fills DROP CONSTRAINT perpetual_fills_check;
ALTER TABLE perpetual_fills ADD CONSTRAINT perpetual_fills_whole_or_tape CHECK (CASE
  WHEN journal_id IS NOT NULL THEN taker_order_id IS NOT NULL AND (maker_order_id IS NULL) = (source = 'fund')
  ELSE source = 'book' AND maker_order_id IS NULL AND taker_order_id IS NULL AND maker_fee = 0 AND taker_fee = 0
   AND maker_realized = 0 AND taker_realized = 0 AND maker_margin = 0 AND taker_margin = 0 END);
CREATE INDEX perpetual_fills_of_house ON perpetual_fills (id) WHERE journal_id IS NULL;
