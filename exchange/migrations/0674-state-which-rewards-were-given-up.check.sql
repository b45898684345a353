-- Who gave a reward up has closed the account.
SELECT 'reward ' || r.id AS wrong FROM rewards r JOIN users u ON u.id = r.user_id WHERE r.given_up_at IS NOT NULL AND u.closed_at IS NULL;
