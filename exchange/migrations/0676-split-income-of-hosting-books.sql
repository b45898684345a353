-- When a book began to be wound up, in ms. Of one that did before, its first order of that kind says so.
ALTER TABLE hosting_books ADD COLUMN stopping_at int8;
UPDATE hosting_books b
   SET stopping_at = least(coalesce((SELECT min(o.asked_at) FROM hosting_orders o WHERE o.book = b.id AND o.reason = 'stop'), b.stopped_at), b.stopped_at)
 WHERE b.state <> 'live';
ALTER TABLE hosting_books ADD CONSTRAINT hosting_books_stopping CHECK (state <> 'live' OR stopping_at IS NULL);
-- What the entries up to a valuation come to, from the first of its account on, in base units of USDT: what was put in less what was taken out, funding, and the
-- fees of its orders. NULL where it wasn't written down; the next valuation counts from the beginning.
ALTER TABLE hosting_valuations ADD COLUMN put_in numeric(38, 0), ADD COLUMN funding numeric(38, 0), ADD COLUMN trade_fees numeric(38, 0) CHECK (trade_fees >= 0);
ALTER TABLE hosting_valuations ADD CONSTRAINT hosting_valuations_income CHECK (num_nonnulls(put_in, funding, trade_fees) IN (0, 3));
