CREATE INDEX event_dead_letters_newest ON event_dead_letters (created_at DESC, consumer, id);
CREATE INDEX event_dead_letters_of_consumer ON event_dead_letters (consumer, created_at DESC, id);
