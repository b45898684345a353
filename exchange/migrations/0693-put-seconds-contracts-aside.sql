-- A contract that can't be settled (its market is unknown to this version, or its prices aren't on the market's grid) is left out for an hour at a time, so that it
-- holds up no other, as loans and stakes are. In ms.
ALTER TABLE option_contracts ADD COLUMN aside_at int8, ADD COLUMN aside_error text CHECK (length(aside_error) <= 500);
CREATE INDEX option_contracts_aside ON option_contracts (aside_at) WHERE aside_at IS NOT NULL AND state = 'running';
ALTER TABLE row_retries DROP CONSTRAINT row_retries_kind_check,
  ADD CONSTRAINT row_retries_kind_check CHECK (kind IN ('loan', 'staking', 'purchase', 'sale', 'option'));
