-- What a hand-off brought belongs to who made it.
SELECT h.id AS wrong FROM file_handoffs h JOIN files f ON f.id = h.file_id WHERE f.user_id <> h.user_id;
