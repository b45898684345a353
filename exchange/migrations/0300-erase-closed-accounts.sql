-- When who a closed account belonged to was erased.
ALTER TABLE users ADD COLUMN erased_at timestamptz CHECK (erased_at IS NULL OR erased_at >= closed_at);
CREATE INDEX users_to_erase ON users (closed_at) WHERE closed_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX files_by_owner ON files (user_id);
