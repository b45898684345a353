SELECT operator_id AS wrong FROM operator_sessions WHERE proved_at < began_at
