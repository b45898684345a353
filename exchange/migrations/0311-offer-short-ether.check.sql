-- A term with a short day is a sandbox's.
SELECT v.version::text AS wrong FROM registry_versions v, jsonb_array_elements(v.terms -> 'terms') AS t
 WHERE v.kind = 'product' AND v.code = 'staking' AND (t ->> 'dayMs')::int8 < 86400000 AND NOT (t ->> 'isSandbox')::bool;
