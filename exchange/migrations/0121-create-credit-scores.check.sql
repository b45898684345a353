-- A score is what its changes lead to.
SELECT s.user_id AS wrong FROM credit_scores s
 WHERE s.score <> 60 + coalesce((SELECT sum(c.change) FROM credit_score_changes c WHERE c.user_id = s.user_id AND c.realm = s.realm), 0);
