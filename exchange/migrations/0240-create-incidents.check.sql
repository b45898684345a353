SELECT i.id AS wrong FROM incidents i WHERE i.closed_at < i.seen_at
UNION ALL
SELECT t.incident_id FROM incident_texts t WHERE NOT EXISTS (SELECT 1 FROM incident_texts en WHERE en.incident_id = t.incident_id AND en.lang = 'en');
