-- When the owner of a stake switched its renewal on (ms): what is switched on within a day counts together. Null where the stake before it was renewed, and
-- of what was switched on before this was noted.
ALTER TABLE staking_positions ADD COLUMN renews_since int8;
