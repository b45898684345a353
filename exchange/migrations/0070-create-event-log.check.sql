SELECT wanted AS missing FROM unnest(ARRAY['event_log', 'event_consumers', 'event_dead_letters']) AS wanted WHERE to_regclass(wanted) IS NULL;
