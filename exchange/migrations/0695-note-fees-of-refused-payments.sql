-- A transaction of the house that was named for a withdrawal and didn't pay it: what the network took for it is booked when it is as deep as is published.
ALTER TABLE withdrawal_payments ADD COLUMN fee_due boolean NOT NULL DEFAULT false;
CREATE INDEX withdrawal_payments_fee_due ON withdrawal_payments (network, made_at, id) WHERE fee_due;
