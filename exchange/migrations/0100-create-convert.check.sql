-- Each conversion has its journal, and convert has terms.
SELECT c.quote_id || ':' || c.line AS wrong FROM conversions c
 WHERE NOT EXISTS (SELECT 1 FROM ledger_journals j WHERE j.code = 'CONVERT' AND j.reference = 'convert:' || c.quote_id || ':' || c.line)
UNION ALL
SELECT 'convert' WHERE NOT EXISTS (SELECT 1 FROM registry_versions v WHERE v.kind = 'product' AND v.code = 'convert');
