-- Each open position goes by a version that there is.
SELECT p.id AS wrong FROM perpetual_positions p
 WHERE p.closed_at IS NULL AND NOT EXISTS (SELECT 1 FROM registry_versions v WHERE v.kind = 'product' AND v.code = 'perpetual' AND v.version = p.terms_version);
