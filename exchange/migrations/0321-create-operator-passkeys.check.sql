SELECT 'operator_credentials: no second factor is left' AS wrong FROM operator_credentials c
 WHERE c.sealed IS NULL AND NOT EXISTS (SELECT 1 FROM operator_passkeys p WHERE p.operator_id = c.operator_id);
