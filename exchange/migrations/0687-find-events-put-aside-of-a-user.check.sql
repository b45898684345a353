SELECT 'event_dead_letters_of_user' AS missing WHERE to_regclass('event_dead_letters_of_user') IS NULL;
