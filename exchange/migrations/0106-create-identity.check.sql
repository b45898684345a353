-- Pictures of what is reviewed are those of who sent it, for this purpose.
SELECT s.id AS wrong FROM identity_submissions s JOIN files f ON f.id IN (s.front, s.back, s.hold)
 WHERE f.user_id <> s.user_id OR f.purpose IS DISTINCT FROM 'identity';
