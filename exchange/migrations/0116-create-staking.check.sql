-- Each open position has its principal in a hold and what it may still earn in a reserve; each that has ended has neither; what was paid is the interest of its days.
SELECT p.id::text AS wrong
  FROM staking_positions p
  LEFT JOIN holds h ON h.purpose = 'staking' AND h.reference = p.id::text
  LEFT JOIN pool_reserves r ON r.purpose = 'staking' AND r.reference = p.id::text
 WHERE h.id IS NULL OR h.amount <> p.principal OR (h.state = 'held') <> (p.next_at IS NOT NULL)
    OR p.paid <> CASE WHEN p.days_paid = p.days THEN p.total ELSE p.daily * p.days_paid END
    OR coalesce(r.left_over, 0) <> CASE WHEN p.state = 'running' THEN p.total - p.paid ELSE 0 END
    OR (p.total > 0) <> (r.id IS NOT NULL);
