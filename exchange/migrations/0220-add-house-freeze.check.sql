-- Only people are frozen.
SELECT id AS frozen_service FROM users WHERE house_frozen_at IS NOT NULL AND kind <> 'person';
