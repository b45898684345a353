-- Why a row was put aside, for operators; NULL where it wasn't written down, and of a sale that waits for a purchase alone.
ALTER TABLE loans ADD COLUMN aside_error text CHECK (length(aside_error) <= 500);
ALTER TABLE staking_positions ADD COLUMN aside_error text CHECK (length(aside_error) <= 500);
ALTER TABLE presale_purchases ADD COLUMN aside_error text CHECK (length(aside_error) <= 500);
ALTER TABLE presales ADD COLUMN aside_error text CHECK (length(aside_error) <= 500);
CREATE INDEX loans_aside ON loans (aside_at) WHERE aside_at IS NOT NULL;
CREATE INDEX staking_positions_aside ON staking_positions (aside_at) WHERE aside_at IS NOT NULL;
CREATE INDEX presale_purchases_aside ON presale_purchases (aside_at) WHERE aside_at IS NOT NULL;
-- When operators asked for a row that was put aside to be tried again, in ms: they write this and nothing of the row itself.
CREATE TABLE row_retries (
  kind text NOT NULL CHECK (kind IN ('loan', 'staking', 'purchase', 'sale')),
  row_id int8 NOT NULL,
  asked_at int8 NOT NULL,
  PRIMARY KEY (kind, row_id)
);
