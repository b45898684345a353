-- Each withdrawal that isn't over has its money held, each that is over has none, and what is done was paid by one transaction.
SELECT w.id::text AS wrong FROM withdrawals w LEFT JOIN holds h ON h.purpose = 'withdrawal' AND h.reference = w.id::text
 WHERE h.id IS NULL OR h.amount <> w.amount OR h.user_id <> w.user_id OR h.asset <> w.asset
    OR h.state <> CASE WHEN w.state = 'done' THEN 'captured' WHEN w.until IS NULL THEN 'released' ELSE 'held' END
UNION ALL
SELECT w.id::text FROM withdrawals w WHERE w.state = 'done'
   AND NOT EXISTS (SELECT 1 FROM withdrawal_payments p WHERE p.withdrawal_id = w.id AND p.state = 'paid' AND p.txid = w.txid);
