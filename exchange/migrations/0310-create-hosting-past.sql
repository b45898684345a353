-- What the rules of a plan would have made of the simulated prices before its book was opened: in a sandbox alone, never mixed with what was. Nothing here
-- moved money. Numbers as in hosting_valuations; `btc` is the price of bitcoin then.
CREATE TABLE hosting_past (
  book int8 NOT NULL REFERENCES hosting_books (id),
  at int8 NOT NULL,
  value numeric(38, 0) NOT NULL,
  unit_value numeric(38, 0) NOT NULL CHECK (unit_value >= 0),
  btc text,
  PRIMARY KEY (book, at)
);
