-- A quote that was made by a request says what was asked for.
SELECT id AS wrong FROM convert_quotes WHERE (request_id IS NULL) <> (input_hash IS NULL);
