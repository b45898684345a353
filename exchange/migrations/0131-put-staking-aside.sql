-- A position that could not be credited or ended is left out for an hour at a time, so that it holds up no other. In ms.
ALTER TABLE staking_positions ADD COLUMN aside_at int8;
