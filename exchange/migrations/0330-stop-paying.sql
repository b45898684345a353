-- Networks on which operators stopped payments, and credits too where it says so: a row while it lasts, beside what the chain itself stops
-- (`network_pauses`), so that neither ends the other. The reason is what everybody reads. Time in ms.
CREATE TABLE network_stops (
  network text PRIMARY KEY CHECK (length(network) BETWEEN 1 AND 30),
  reason text NOT NULL CHECK (reason IN ('maintenance', 'security')),
  stops_crediting boolean NOT NULL,
  since int8 NOT NULL CHECK (since >= 0)
);

-- Since when operators keep the withdrawals of an account in; null: they don't.
ALTER TABLE users ADD COLUMN withdrawals_suspended_at timestamptz;
