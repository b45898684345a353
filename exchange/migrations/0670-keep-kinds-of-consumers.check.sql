SELECT name AS wrong FROM event_consumers WHERE array_position(kinds, NULL) IS NOT NULL
