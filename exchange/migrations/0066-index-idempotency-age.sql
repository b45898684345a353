-- Rows come in the order of their time and go in the same order: a block range index finds the old ones at next to no cost for a write.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING brin (created_at) WITH (pages_per_range = 16, autosummarize = off);
