-- What the operators' lists are read by, so that each look costs a page of an index however long a list is.

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

-- The largest open positions of each market and side, kept each minute where there are too many to be sorted by who looks.
CREATE TABLE largest_positions (position_id int8 PRIMARY KEY);

CREATE INDEX perpetual_liquidations_real ON perpetual_liquidations (id) WHERE mode = 'real';
CREATE INDEX perpetual_liquidations_of_market ON perpetual_liquidations (market, id) WHERE mode = 'real';
CREATE INDEX users_house_frozen ON users (id) WHERE house_frozen_at IS NOT NULL;
CREATE INDEX users_self_frozen ON users (id) WHERE frozen_at IS NOT NULL;
CREATE INDEX users_suspended ON users (id) WHERE withdrawals_suspended_at IS NOT NULL;
CREATE INDEX users_closed ON users (id) WHERE closed_at IS NOT NULL;
CREATE INDEX jobs_of_kind ON jobs (kind, id) WHERE state <> 'done';
CREATE INDEX jobs_put_aside ON jobs (id) WHERE state = 'dead';
CREATE INDEX jobs_failing ON jobs (id) WHERE state = 'waiting' AND attempts > 0;
CREATE INDEX event_dead_letters_newest ON event_dead_letters (created_at DESC, consumer, id);
CREATE INDEX event_dead_letters_of_consumer ON event_dead_letters (consumer, created_at DESC, id);
CREATE INDEX operator_log_of_actor ON operator_log (((entry::jsonb) ->> 'actor'), seq);
CREATE INDEX operator_log_of_act ON operator_log (((entry::jsonb) ->> 'act'), seq);
