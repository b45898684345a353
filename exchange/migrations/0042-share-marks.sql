-- The newest mark of each book with the running funding rate, as the process that writes the book made it: what the other processes show.
CREATE TABLE perpetual_marks (
  market text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  mark numeric(38,18) NOT NULL CHECK (mark > 0),
  index_price numeric(38,18) NOT NULL CHECK (index_price > 0),
  rate int8 NOT NULL,
  next_funding int8 NOT NULL,
  -- Time of the print, ms.
  at int8 NOT NULL,
  PRIMARY KEY (market, mode)
) WITH (fillfactor = 50);

-- What a closed position made counts the fees of its liquidations.
CREATE INDEX perpetual_liquidations_of_position ON perpetual_liquidations (position_id);

-- The guard of both products is no longer called after one of them: a repeated request is still found.
UPDATE idempotency_keys SET call = 'x.guard' || substr(call, length('x.option') + 1)
 WHERE call IN ('x.optionConsent', 'x.optionTest', 'x.optionPause', 'x.optionLimits');
