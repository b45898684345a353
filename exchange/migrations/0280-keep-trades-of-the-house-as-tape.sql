-- What the provider and the taker of a market trade with one another moves nobody's money: it is a line of the tape, without orders, fees and a
-- journal, and is removed after hours.
ALTER TABLE spot_fills ALTER COLUMN maker_order_id DROP NOT NULL, ALTER COLUMN taker_order_id DROP NOT NULL, ALTER COLUMN journal_id DROP NOT NULL;
ALTER TABLE spot_fills ADD CONSTRAINT spot_fills_whole_or_tape CHECK (
  (maker_order_id IS NULL) = (journal_id IS NULL) AND (taker_order_id IS NULL) = (journal_id IS NULL)
  AND (journal_id IS NOT NULL OR (maker_fee = 0 AND taker_fee = 0)));
CREATE INDEX spot_fills_of_house ON spot_fills (id) WHERE journal_id IS NULL;
