-- Requests and versions are looked at by 0522.
SELECT id AS wrong FROM operator_requests WHERE false;
