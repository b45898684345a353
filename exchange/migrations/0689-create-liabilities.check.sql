-- What is published sums to what the ledger said of that moment, and to its leaves while they are kept.
SELECT s.id || ' ' || r.asset AS wrong FROM liability_snapshots s JOIN liability_roots r ON r.snapshot = s.id
  LEFT JOIN LATERAL (SELECT sum(l.amount) AS amount FROM liability_leaves l WHERE l.snapshot = s.id AND l.asset = r.asset) l ON true
 WHERE s.state = 'done' AND (r.sum IS DISTINCT FROM r.ledger_sum OR (s.is_whole AND l.amount IS DISTINCT FROM r.sum));
