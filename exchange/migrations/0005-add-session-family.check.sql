SELECT 'sessions.family' AS missing_column
 WHERE NOT EXISTS (SELECT 1 FROM information_schema.columns WHERE table_name = 'sessions' AND column_name = 'family');
