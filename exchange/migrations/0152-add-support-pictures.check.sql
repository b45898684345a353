-- A picture of a line is its person's, and is there for nothing else, as long as it is kept.
SELECT l.id AS wrong FROM support_lines l JOIN files f ON f.id = l.picture WHERE f.user_id <> l.user_id OR f.purpose IS DISTINCT FROM 'support';
