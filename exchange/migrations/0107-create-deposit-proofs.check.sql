-- Pictures of proofs are those of who gave them, for this purpose.
SELECT p.id AS wrong FROM deposit_proofs p JOIN files f ON f.id = p.picture
 WHERE f.user_id <> p.user_id OR f.purpose IS DISTINCT FROM 'deposit-proof';
