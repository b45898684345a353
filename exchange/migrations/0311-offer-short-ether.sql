-- A term of ether that can be followed to its end in a sandbox: two days of a minute, a day before it earns, a day until it is back. Where operators have
-- published staking terms of their own theirs stay.
INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
SELECT kind, code, 2, jsonb_set(terms, '{terms}', terms -> 'terms' || '[{"id":10,"kind":"eth-joint","coin":"ETH","days":2,"dayMs":60000,"rateMin":"0.00008","rateMax":"0.00008","amountMin":"0.01","amountMax":"1","place":null,"waitDays":1,"perDay":null,"exitDays":1,"isSandbox":true}]'::jsonb),
       1, 1, 'a short term of ether in a sandbox'
  FROM registry_versions WHERE kind = 'product' AND code = 'staking' AND version = 1
   AND NOT EXISTS (SELECT 1 FROM registry_versions n WHERE n.kind = 'product' AND n.code = 'staking' AND n.version > 1);
