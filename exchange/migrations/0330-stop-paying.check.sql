SELECT id::text AS wrong FROM users WHERE withdrawals_suspended_at IS NOT NULL AND kind <> 'person'
UNION ALL
SELECT network FROM network_stops WHERE since > extract(epoch FROM now()) * 1000 + 86400000;
