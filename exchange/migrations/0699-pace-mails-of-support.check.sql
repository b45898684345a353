-- Whoever has an account has their phrase there.
SELECT m.user_id AS wrong FROM notification_mails m JOIN users u ON u.id = m.user_id
 WHERE m.phrase IS NOT NULL AND (u.closed_at IS NULL OR u.erased_at IS NOT NULL OR m.topic <> 'security');
