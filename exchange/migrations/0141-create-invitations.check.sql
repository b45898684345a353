-- Each rewarded invitation owes both sides the same reward, once.
SELECT s.user_id::text AS wrong
  FROM invitation_standings s
 WHERE (s.state = 'rewarded') <> (2 = (SELECT count(*) FROM rewards r
                                       WHERE r.source IN ('invitation:' || s.user_id || ':invited', 'invitation:' || s.user_id || ':inviter')
                                         AND r.code = 'INVITATION_REWARD' AND r.amount = coalesce(s.reward, r.amount)));
