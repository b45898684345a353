-- A quote is made by one statement, under the number of its request: the same request again gets the same quote while that is kept.
ALTER TABLE convert_quotes ADD COLUMN request_id text CHECK (length(request_id) BETWEEN 1 AND 100);
ALTER TABLE convert_quotes ADD COLUMN input_hash text CHECK (length(input_hash) BETWEEN 1 AND 100);
CREATE UNIQUE INDEX convert_quotes_of_request ON convert_quotes (user_id, realm, request_id);

-- USDC is counted at one USDT by a published rule, where nobody has changed the terms before.
INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
SELECT kind, code, 2, terms || '{"pegged":[{"asset":"USDC","spreadRate":"0.005","takenMax":"250000"}]}', 1, 0, 'USDC, counted at one USDT'
  FROM registry_versions v WHERE kind = 'product' AND code = 'convert' AND version = 1
   AND NOT EXISTS (SELECT 1 FROM registry_versions w WHERE w.kind = v.kind AND w.code = v.code AND w.version > 1);
