/** Inconsistencies of derivative trading: partial or duplicate effects. Each statement finds one kind. */
export const TRADING_INCONSISTENCIES = {
  'a perpetual order whose request has no stored answer': `SELECT o.user_id, o.mode, o.id::text FROM perpetual_orders o JOIN users u ON u.id = o.user_id
     WHERE o.origin = 'user' AND u.kind = 'person'
     EXCEPT SELECT user_id, mode, answer->'order'->>'id' FROM idempotency_keys WHERE call IN ('perpetual.place', 'perpetual.close')`,
  'a stored answer whose perpetual order is missing': `SELECT user_id, mode, answer->'order'->>'id' FROM idempotency_keys
     WHERE call IN ('perpetual.place', 'perpetual.close')
     EXCEPT SELECT user_id, mode, id::text FROM perpetual_orders`,
  'a perpetual fill without its journal': `SELECT f.id FROM perpetual_fills f LEFT JOIN ledger_journals j ON j.id = f.journal_id
     WHERE f.journal_id IS NOT NULL AND j.code IS DISTINCT FROM CASE f.source WHEN 'book' THEN 'PERPETUAL_FILL' WHEN 'fund' THEN 'PERPETUAL_LIQUIDATION' ELSE 'PERPETUAL_DELEVERAGE' END`,
  'a journal without its perpetual fill': `SELECT j.id FROM ledger_journals j
     WHERE j.code IN ('PERPETUAL_FILL', 'PERPETUAL_LIQUIDATION', 'PERPETUAL_DELEVERAGE') AND j.reference LIKE 'fill:%' AND NOT EXISTS (SELECT 1 FROM perpetual_fills f WHERE f.journal_id = j.id)`,
  'a position that is not the sum of its orders': `SELECT * FROM (
       SELECT user_id, mode, market, sum(CASE side WHEN 'buy' THEN filled ELSE -filled END) AS traded FROM perpetual_orders GROUP BY 1, 2, 3) t
     FULL JOIN (SELECT user_id, mode, market, sum(CASE side WHEN 'long' THEN quantity ELSE -quantity END) AS held
                  FROM perpetual_positions WHERE closed_at IS NULL GROUP BY 1, 2, 3) p USING (user_id, mode, market)
     JOIN users u ON u.id = user_id AND u.username <> 'insurance-fund'
     WHERE coalesce(traded, 0) <> coalesce(held, 0)`,
  'margin that moved more or less often than asked': `SELECT 1 WHERE (SELECT count(*) FROM ledger_journals WHERE code = 'PERPETUAL_MARGIN' AND reference LIKE 'position:%')
     <> (SELECT count(*) FROM idempotency_keys WHERE call = 'perpetual.margin')`,
  'margin that another leverage moved without being asked': `SELECT j.id FROM ledger_journals j
     WHERE j.code = 'PERPETUAL_MARGIN' AND j.reference LIKE 'leverage:%'
       AND (SELECT count(*) FROM idempotency_keys i WHERE i.call = 'perpetual.leverage' AND i.answer->'position'->>'id' = split_part(j.reference, ':', 2))
         < (SELECT count(*) FROM ledger_journals other WHERE other.code = j.code AND other.reference LIKE 'leverage:' || split_part(j.reference, ':', 2) || ':%')`,
  'a liquidation without its order and journal': `SELECT l.id FROM perpetual_liquidations l
      LEFT JOIN perpetual_orders o ON o.id = l.order_id AND o.origin = 'liquidation' AND o.filled = l.closed
     WHERE o.id IS NULL OR (l.fee > 0 AND NOT EXISTS (
       SELECT 1 FROM ledger_journals j WHERE j.code = 'PERPETUAL_LIQUIDATION' AND j.reference = 'order:' || l.order_id))`,
  'a liquidation order without its record': `SELECT o.id FROM perpetual_orders o JOIN users u ON u.id = o.user_id AND u.username <> 'insurance-fund'
     WHERE o.origin = 'liquidation' AND (SELECT count(*) FROM perpetual_liquidations l WHERE l.order_id = o.id) <> 1`,
  'funding that was paid without a journal, or posted without a record': `SELECT 1 WHERE
     (SELECT count(DISTINCT p.journal_id) FROM perpetual_funding_payments p JOIN ledger_journals j ON j.id = p.journal_id AND j.code = 'PERPETUAL_FUNDING')
     <> (SELECT count(*) FROM ledger_journals WHERE code = 'PERPETUAL_FUNDING')
     OR (SELECT count(DISTINCT funding_id) FROM perpetual_funding_payments)
     <> (SELECT count(DISTINCT regexp_replace(reference, ':[0-9]+$', '')) FROM ledger_journals WHERE code = 'PERPETUAL_FUNDING')`,
  'a purchase whose contract is missing': `SELECT i.request_id FROM idempotency_keys i WHERE i.call = 'option.place'
     AND NOT EXISTS (SELECT 1 FROM option_contracts c WHERE c.id::text = i.answer->>'id' AND c.user_id = i.user_id)`,
} as const;
