-- Memberships and invitations have terms.
SELECT wanted FROM unnest(ARRAY['vip', 'invitation']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM registry_versions v WHERE v.kind = 'product' AND v.code = wanted);
