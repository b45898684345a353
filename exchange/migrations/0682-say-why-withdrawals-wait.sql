-- Why a withdrawal is in review, and why a first payment waits for longer, is kept with it. What the exchange calls off before it was approved is refused
-- with its reason; only its owner cancels.
ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_reason;
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_reason
  CHECK (CASE WHEN state = 'refused' THEN reason IS NOT NULL WHEN state IN ('waiting', 'review') THEN true ELSE reason IS NULL END) NOT VALID;
ALTER TABLE withdrawals VALIDATE CONSTRAINT withdrawals_reason;

CREATE OR REPLACE FUNCTION check_withdrawal_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND (NEW.id, NEW.user_id, NEW.channel, NEW.asset, NEW.network, NEW.address, NEW.amount, NEW.fee, NEW.requested_at)
         IS NOT DISTINCT FROM
         (OLD.id, OLD.user_id, OLD.channel, OLD.asset, OLD.network, OLD.address, OLD.amount, OLD.fee, OLD.requested_at)
     AND ((OLD.until IS NOT NULL AND NEW.state = OLD.state)
       OR (OLD.state, NEW.state) IN (
         ('waiting', 'review'), ('waiting', 'approved'), ('waiting', 'cancelled'), ('waiting', 'refused'),
         ('review', 'approved'), ('review', 'refused'), ('review', 'cancelled'),
         ('approved', 'signed'), ('approved', 'sent'), ('approved', 'refused'),
         ('signed', 'sent'), ('signed', 'approved'),
         ('sent', 'confirming'), ('sent', 'done'), ('sent', 'refused'), ('sent', 'approved'),
         ('confirming', 'sent'), ('confirming', 'done'), ('confirming', 'refused')))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'withdrawal % does not go from % to %', OLD.id, OLD.state, CASE WHEN TG_OP = 'UPDATE' THEN NEW.state ELSE 'nowhere' END
    USING ERRCODE = 'WD001';
END $$;
