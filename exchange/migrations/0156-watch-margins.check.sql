SELECT id AS wrong FROM alerts WHERE kind = 'margin' AND (pause_minutes IS NULL OR state = 'parked');
