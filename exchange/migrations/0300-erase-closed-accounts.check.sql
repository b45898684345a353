-- An erased account names nobody.
SELECT id FROM users WHERE erased_at IS NOT NULL AND (closed_at IS NULL OR email IS NOT NULL OR email_key IS NOT NULL OR wallet_address IS NOT NULL
  OR username <> 'erased-' || id OR username_key <> 'erased-' || id)
UNION ALL SELECT u.id FROM users u JOIN identity_submissions s ON s.user_id = u.id WHERE u.erased_at IS NOT NULL
UNION ALL SELECT u.id FROM users u JOIN files f ON f.user_id = u.id WHERE u.erased_at IS NOT NULL;
