-- Which version of the terms of perpetual contracts a position goes by. All before it had the tiers of the first one, and so has what a process of the version before writes.
ALTER TABLE perpetual_positions ADD COLUMN terms_version int4 NOT NULL DEFAULT 1;
