-- Leases are for any part that one process does at a time, not for markets alone.
ALTER TABLE market_leases RENAME TO leases;
ALTER TABLE leases RENAME COLUMN market TO part;

-- For whoever asks about markets by their name, and for processes of the version before that run beside: it reads and writes the same rows.
CREATE VIEW market_leases AS SELECT part AS market, owner, epoch, expires_at FROM leases;
