SELECT wanted AS missing FROM unnest(ARRAY['read_at', 'given_up_at']) AS wanted
 WHERE NOT EXISTS (SELECT 1 FROM information_schema.columns c WHERE c.table_name = 'event_consumers' AND c.column_name = wanted);
