-- What is open of a member, and what of theirs was hosted at all: a member may begin and take back as often as they like, and every look at the wallet asks.
CREATE INDEX staking_positions_open_of_user ON staking_positions (user_id, mode, id) WHERE next_at IS NOT NULL;
CREATE INDEX hosting_positions_open_of_user ON hosting_positions (user_id, mode, id) WHERE ended_at IS NULL;
CREATE INDEX hosting_positions_begun_of_user ON hosting_positions (user_id, mode, id) WHERE state <> 'cancelled';
