-- What a sale gives out at its end (`vesting_first`, percent of what somebody got) and how the rest follows: in `vesting_parts` equal parts, one every
-- `vesting_days` days after the end. All at once: 100, 0, 0.
ALTER TABLE presales
  ADD COLUMN vesting_first int4 NOT NULL DEFAULT 100 CHECK (vesting_first BETWEEN 0 AND 100),
  ADD COLUMN vesting_parts int4 NOT NULL DEFAULT 0 CHECK (vesting_parts BETWEEN 0 AND 36),
  ADD COLUMN vesting_days int4 NOT NULL DEFAULT 0 CHECK (vesting_days BETWEEN 0 AND 366),
  ADD CONSTRAINT presales_vesting CHECK ((vesting_first = 100) = (vesting_parts = 0) AND (vesting_parts = 0) = (vesting_days = 0));

-- Whole tokens that were delivered, how many parts that were after the first, and when the next one is due (ms); null: none is.
ALTER TABLE presale_purchases
  ADD COLUMN delivered int8 NOT NULL DEFAULT 0 CHECK (delivered >= 0),
  ADD COLUMN parts_done int4 NOT NULL DEFAULT 0 CHECK (parts_done >= 0),
  ADD COLUMN next_part_at int8;
UPDATE presale_purchases SET delivered = allotted WHERE allotted IS NOT NULL;
ALTER TABLE presale_purchases
  ADD CONSTRAINT presale_purchases_delivered CHECK (delivered <= coalesce(allotted, 0)),
  ADD CONSTRAINT presale_purchases_all_delivered CHECK (allotted IS NULL OR next_part_at IS NOT NULL OR delivered = allotted);
CREATE INDEX presale_purchases_vesting ON presale_purchases (next_part_at, id) WHERE next_part_at IS NOT NULL;
