-- What is late of loans and bank transfers, without reading the whole queue; proofs and claims have theirs (deposit_proofs_open, vip_levels_claims).
CREATE INDEX loans_waiting_by_promise ON loans (applied_at) INCLUDE (id) WHERE state = 'applying' AND needs_operators;
CREATE INDEX wires_open_by_promise ON wires (proof_at) INCLUDE (id) WHERE state IN ('waiting', 'review');
-- What came in by bank within a day.
CREATE INDEX wires_by_credit ON wires (decided_at) INCLUDE (asset, arrived, fee) WHERE state = 'credited';
