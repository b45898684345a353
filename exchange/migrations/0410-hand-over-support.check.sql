SELECT name AS wrong FROM support_saved_answers WHERE btrim(name) <> name OR btrim(text) = ''
