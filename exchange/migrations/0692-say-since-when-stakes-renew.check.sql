-- A stake is switched to be renewed when it has been begun.
SELECT id::text AS wrong FROM staking_positions WHERE renews_since < subscribed_at;
