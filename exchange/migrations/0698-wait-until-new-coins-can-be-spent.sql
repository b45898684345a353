-- What a miner made and paid to a deposit address can be spent only after so many confirmations: it is credited then, not before. Null: at once, and of what was
-- seen before this was noted.
ALTER TABLE deposits ADD COLUMN spendable_after int4 CHECK (spendable_after > 0);
