-- Every asset of the ledger is listed with the decimals that it has there, and the products that are built have terms.
SELECT a.code AS wrong FROM assets a LEFT JOIN registry_versions v ON v.kind = 'asset' AND v.code = a.code AND (v.terms ->> 'scale')::int4 = a.scale
 WHERE v.id IS NULL
UNION ALL
SELECT wanted FROM unnest(ARRAY['spot', 'perpetual', 'option']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM registry_versions v WHERE v.kind = 'product' AND v.code = wanted);
