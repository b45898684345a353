-- What answers a proof was credited to who gave it, in its coin.
SELECT p.id::text AS wrong FROM deposit_proofs p JOIN deposits d ON d.id = p.deposit_id
 WHERE (d.user_id, d.asset) <> (p.user_id, p.asset) OR d.state <> 'credited';
