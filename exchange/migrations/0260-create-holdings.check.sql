-- What is not there costs nothing.
SELECT user_id AS wrong FROM holdings WHERE quantity = 0 AND cost <> 0;
