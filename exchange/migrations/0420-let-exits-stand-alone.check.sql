-- Purchases are looked at by 0421.
SELECT id AS wrong FROM spot_orders WHERE false;
