-- Asked of nothing it finds what was silent for long enough and nothing else.
SELECT alert AS wrong FROM find_alert_work('{}', '{}', '{}', 0) WHERE what <> 'paused';
