-- What the chains showed beside what they have to cover, as it was looked at last: one row an asset of the real account, base units, time in ms.
CREATE TABLE reserves (
  asset text PRIMARY KEY REFERENCES assets (code),
  at int8 NOT NULL,
  -- At deposit addresses and at the one that payments leave from, over all networks.
  shown numeric(38, 0) NOT NULL CHECK (shown >= 0),
  -- Came in over the networks and has not left; the dust of many roundings may make it negative.
  owed numeric(38, 0) NOT NULL,
  -- In the accounts of all members and in the books of hosting.
  members numeric(38, 0) NOT NULL CHECK (members >= 0)
);
