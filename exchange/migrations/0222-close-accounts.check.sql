-- A closed account has no way in.
SELECT id FROM users WHERE closed_at IS NOT NULL AND (password_hash IS NOT NULL OR mail_phrase IS NOT NULL OR kind <> 'person')
UNION ALL SELECT u.id FROM users u JOIN passkeys p ON p.user_id = u.id WHERE u.closed_at IS NOT NULL
UNION ALL SELECT u.id FROM users u JOIN second_factors f ON f.user_id = u.id WHERE u.closed_at IS NOT NULL;
