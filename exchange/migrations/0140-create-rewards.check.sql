-- Each reward that is paid has its journal, each that isn't has none.
SELECT r.source AS wrong
  FROM rewards r LEFT JOIN ledger_journals j ON j.code = r.code AND j.reference = r.source
 WHERE (r.paid_at IS NOT NULL) <> (j.id IS NOT NULL);
