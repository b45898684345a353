CREATE INDEX users_house_frozen ON users (id) WHERE house_frozen_at IS NOT NULL;
CREATE INDEX users_self_frozen ON users (id) WHERE frozen_at IS NOT NULL;
CREATE INDEX users_suspended ON users (id) WHERE withdrawals_suspended_at IS NOT NULL;
CREATE INDEX users_closed ON users (id) WHERE closed_at IS NOT NULL;
