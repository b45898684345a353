-- Closed positions are listed by the time at which they were closed: a row enters once, when its position ends.
CREATE INDEX perpetual_positions_closed ON perpetual_positions (user_id, mode, closed_at, id) WHERE closed_at IS NOT NULL;
