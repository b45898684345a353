-- A fill that is no line of the tape has its journal; 0 where nothing had to be posted.
SELECT f.id AS wrong FROM perpetual_fills f LEFT JOIN ledger_journals j ON j.id = f.journal_id
 WHERE f.journal_id <> 0 AND (j.code IS NULL OR j.code NOT LIKE 'PERPETUAL_%');
