-- Ether is renewed like any term: it goes on without leaving. Where that can't be, it says why when it begins to leave.
ALTER TABLE staking_positions
  DROP CONSTRAINT staking_positions_renews,
  DROP CONSTRAINT staking_positions_renewed,
  ADD CONSTRAINT staking_positions_renewed
    CHECK ((renewed_as IS NULL AND not_renewed IS NULL)
        OR (renews AND state = 'ended' AND num_nonnulls(renewed_as, not_renewed) = 1)
        OR (renews AND state = 'leaving' AND renewed_as IS NULL));
