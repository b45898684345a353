-- What the exchange itself answered was credited.
SELECT id::text AS wrong FROM deposit_proofs p WHERE answered_by = 'exchange'
   AND (answer <> 'credited' OR NOT EXISTS (SELECT 1 FROM deposits d
         WHERE d.user_id = p.user_id AND d.network = p.network AND d.asset = p.asset AND right(lower(d.txid), 6) = p.hash_end AND d.state = 'credited'));
