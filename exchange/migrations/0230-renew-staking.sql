-- A position whose owner asked for it is renewed at its end: `renewed_as` is the position that goes on, at most one for each; `not_renewed` says what was
-- in the way. Neither changes what has ended before.
ALTER TABLE staking_positions
  ADD COLUMN renews boolean NOT NULL DEFAULT false,
  ADD COLUMN renewed_as int8 UNIQUE REFERENCES staking_positions (id),
  ADD COLUMN not_renewed text CHECK (not_renewed IN ('term', 'amount', 'pool')),
  ADD CONSTRAINT staking_positions_renews CHECK (NOT renews OR kind = 'term'),
  ADD CONSTRAINT staking_positions_renewed
    CHECK ((renewed_as IS NULL AND not_renewed IS NULL) OR (renews AND state = 'ended' AND num_nonnulls(renewed_as, not_renewed) = 1));
