SELECT w.id AS wrong FROM support_waits w WHERE w.answered_at IS NULL
   AND w.lang <> coalesce((SELECT l.lang FROM user_languages l WHERE l.user_id = w.user_id), 'en')
