-- Whoever was tried is tried again.
SELECT subscription_id AS wrong FROM push_turns WHERE tries > 0 AND due_at IS NULL;
