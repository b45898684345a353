-- What was sold is what was asked for, nothing is allotted beyond the supply, and each purchase has its hold.
SELECT s.code AS wrong FROM presales s
 WHERE s.sold <> (SELECT coalesce(sum(p.tokens), 0) FROM presale_purchases p WHERE p.presale_id = s.id)
    OR s.supply < (SELECT coalesce(sum(p.allotted), 0) FROM presale_purchases p WHERE p.presale_id = s.id)
UNION ALL
SELECT p.id::text FROM presale_purchases p
 WHERE NOT EXISTS (SELECT 1 FROM holds h WHERE h.purpose = 'presale' AND h.reference = p.id::text AND (h.state = 'held') = (p.settled_at IS NULL));
