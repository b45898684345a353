-- Amendments and orders are looked at by 0591.
SELECT id AS wrong FROM order_amendments WHERE false;
