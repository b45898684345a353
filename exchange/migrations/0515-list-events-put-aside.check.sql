SELECT wanted AS missing FROM unnest(ARRAY['event_dead_letters_newest', 'event_dead_letters_of_consumer']) AS wanted WHERE to_regclass(wanted) IS NULL;
