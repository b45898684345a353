-- Each position that was to be renewed and has ended goes on in one of the same person, term and amount that begins when it ended, or says why not.
SELECT p.id::text AS wrong
  FROM staking_positions p LEFT JOIN staking_positions n ON n.id = p.renewed_as
 WHERE (p.renews AND p.state = 'ended' AND p.renewed_as IS NULL AND p.not_renewed IS NULL)
    OR (p.renewed_as IS NOT NULL AND (n.id IS NULL OR n.id <= p.id
        OR (n.user_id, n.mode, n.term, n.asset, n.principal) IS DISTINCT FROM (p.user_id, p.mode, p.term, p.asset, p.principal)
        OR n.starts_at < p.ends_at));
