-- What chains took back, newest last. `undone`: deposits that were only seen; `carried`: credited ones that wait to be in a block again. Time in ms.
CREATE TABLE chain_reorganisations (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL CHECK (length(network) BETWEEN 1 AND 30),
  at int8 NOT NULL CHECK (at >= 0),
  from_block int8 NOT NULL,
  to_block int8 NOT NULL CHECK (to_block <= from_block),
  undone int4 NOT NULL CHECK (undone >= 0),
  carried int4 NOT NULL CHECK (carried >= 0),
  -- Deeper than the exchange follows by itself: two operators agreed on the block.
  is_by_operators boolean NOT NULL DEFAULT false
);
CREATE INDEX chain_reorganisations_of_network ON chain_reorganisations (network, id);
