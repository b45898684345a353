-- What an ordered consumer put aside of a user is asked of every event that it reads, and is handled in this order.
CREATE INDEX event_dead_letters_of_user ON event_dead_letters (consumer, user_id, id);
