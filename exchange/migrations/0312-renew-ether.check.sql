-- What goes on has no principal that waits for its exit.
SELECT p.id::text AS wrong FROM staking_positions p WHERE p.renewed_as IS NOT NULL AND p.next_at IS NOT NULL;
