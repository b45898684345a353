-- What two operators credited by hand, because no chain or reference could tell whose it is: in which case of a queue its member missed it. Rows that are there are looked at
-- by the next migration, which keeps nobody waiting.
ALTER TABLE deposits
  ADD COLUMN by_hand text,
  ADD CONSTRAINT deposits_by_hand CHECK (by_hand ~ '^(proofs|wires|support) [1-9][0-9]{0,17}$' AND state = 'credited' OR by_hand IS NULL) NOT VALID,
  -- No log of a transaction has such a number: it stands behind all of them.
  ADD CONSTRAINT deposits_by_hand_index CHECK ((log_index >= 1000000000) = (by_hand IS NOT NULL)) NOT VALID;
ALTER TABLE wires
  ADD COLUMN by_hand text,
  ADD CONSTRAINT wires_by_hand CHECK (by_hand ~ '^(proofs|wires|support) [1-9][0-9]{0,17}$' AND state = 'credited' OR by_hand IS NULL) NOT VALID;

-- A transaction counts by hand once for a person and once for an address, however its hash is written and on whichever network.
CREATE UNIQUE INDEX deposits_by_hand_of_person ON deposits ("right"(txid, 64), user_id) WHERE by_hand IS NOT NULL;
CREATE UNIQUE INDEX deposits_by_hand_of_address ON deposits ("right"(txid, 64), lower(address)) WHERE by_hand IS NOT NULL;
CREATE INDEX deposits_by_hand_of_user ON deposits (user_id, credited_at) WHERE by_hand IS NOT NULL;
CREATE INDEX wires_of_line ON wires (lower(regexp_replace(line, '\s', '', 'g'))) WHERE line IS NOT NULL;
CREATE INDEX wires_by_hand_of_user ON wires (user_id, decided_at) WHERE by_hand IS NOT NULL;

-- What was credited by hand is never credited again by who looks through the blocks, of this version or the one before.
CREATE FUNCTION skip_deposit_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.by_hand IS NULL AND EXISTS (
    SELECT 1 FROM deposits d WHERE d.by_hand IS NOT NULL AND "right"(d.txid, 64) = "right"(NEW.txid, 64) AND d.user_id = NEW.user_id
  ) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_not_by_hand BEFORE INSERT ON deposits FOR EACH ROW EXECUTE FUNCTION skip_deposit_by_hand();

CREATE OR REPLACE FUNCTION keep_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND (NEW.id, NEW.network, NEW.txid, NEW.log_index, NEW.user_id, NEW.asset, NEW.address, NEW.amount, NEW.seen_at, NEW.by_hand)
         IS NOT DISTINCT FROM
         (OLD.id, OLD.network, OLD.txid, OLD.log_index, OLD.user_id, OLD.asset, OLD.address, OLD.amount, OLD.seen_at, OLD.by_hand)
     AND (OLD.state <> 'credited' OR (NEW.state, NEW.credited, NEW.credited_at) IS NOT DISTINCT FROM (OLD.state, OLD.credited, OLD.credited_at))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% of a deposit is refused: it is what the chain showed, and is credited once', TG_OP USING ERRCODE = 'DP001';
END $$;
