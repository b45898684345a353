-- What was credited is one journal of that amount, and each such journal is one credited row.
SELECT coalesce('wire:' || w.id, j.reference) AS wrong
  FROM (SELECT id, user_id, asset, arrived - fee AS amount FROM wires WHERE state = 'credited') w
  FULL JOIN (SELECT j.reference, a.user_id, a.asset, p.amount FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
               JOIN ledger_accounts a ON a.id = p.account_id WHERE j.code = 'WIRE_DEPOSIT' AND a.owner = 'user') j
    ON j.reference = 'wire:' || w.id AND j.user_id = w.user_id AND j.asset = w.asset
 WHERE w.amount IS DISTINCT FROM j.amount;
