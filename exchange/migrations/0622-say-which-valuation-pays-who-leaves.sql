-- The valuation of its book (its day) that pays an amount which is left, noted when that begins: whoever asks while one is settled waits for the next.
ALTER TABLE hosting_positions ADD COLUMN leave_day int4;
