-- Which deposit answers a proof that operators answered with "credited": one of its member in its coin, and of no other proof.
ALTER TABLE deposit_proofs ADD COLUMN deposit_id int8 REFERENCES deposits (id);
ALTER TABLE deposit_proofs ADD CONSTRAINT deposit_proofs_deposit CHECK (deposit_id IS NULL OR answer IS NOT DISTINCT FROM 'credited');
CREATE UNIQUE INDEX deposit_proofs_by_deposit ON deposit_proofs (deposit_id) WHERE deposit_id IS NOT NULL;
