-- A funding time is exchanged in pieces: first from those who pay, then to those who receive. The row says how far it has come; a position
-- says through which funding time it is settled, so that each one takes part once, whoever goes on after a crash.
ALTER TABLE perpetual_fundings ADD COLUMN phase text NOT NULL DEFAULT 'done' CHECK (phase IN ('collecting', 'paying', 'done'));
ALTER TABLE perpetual_fundings ALTER COLUMN phase DROP DEFAULT;
-- What all receivers are due together when everybody pays; 0 in rows from before pieces.
ALTER TABLE perpetual_fundings ADD COLUMN asked numeric(38,0) NOT NULL DEFAULT 0 CHECK (asked >= 0);
-- Transactions that moved something: the number in the reference of a piece's journal.
ALTER TABLE perpetual_fundings ADD COLUMN pieces int4 NOT NULL DEFAULT 0 CHECK (pieces >= 0);
-- One at a time in a book.
CREATE UNIQUE INDEX perpetual_fundings_under_way ON perpetual_fundings (market, mode) WHERE phase <> 'done';

ALTER TABLE perpetual_positions ADD COLUMN funded_through int8 NOT NULL DEFAULT 0;

-- What a position that changed before the receivers' turn is due; paid with the others, then removed.
CREATE TABLE perpetual_funding_claims (
  funding_id int8 NOT NULL REFERENCES perpetual_fundings (id),
  position_id int8 NOT NULL,
  user_id int8 NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  quantity numeric(38,0) NOT NULL CHECK (quantity > 0),
  -- Before any cut in proportion.
  amount numeric(38,0) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (funding_id, position_id)
);
