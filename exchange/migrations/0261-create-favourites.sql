-- Starred markets of a user, the oldest first; the same in both modes.
CREATE TABLE favourites (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  markets text[] NOT NULL CHECK (cardinality(markets) <= 100)
);
