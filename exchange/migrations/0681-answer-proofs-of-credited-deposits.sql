-- A proof whose hash the chain shows and whose deposit is credited waits for nobody: the exchange answers it.
UPDATE deposit_proofs p SET answer = 'credited', answered_by = 'exchange', answered_at = greatest(d.credited_at, p.given_at)
  FROM (SELECT user_id, network, asset, right(lower(txid), 6) AS hash_end, min(credited_at) AS credited_at
          FROM deposits WHERE state = 'credited' GROUP BY 1, 2, 3, 4) d
 WHERE p.answer IS NULL AND (p.user_id, p.network, p.asset, p.hash_end) = (d.user_id, d.network, d.asset, d.hash_end);
