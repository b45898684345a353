-- Amendments and orders are looked at by 0571.
SELECT id AS wrong FROM order_amendments WHERE false;
