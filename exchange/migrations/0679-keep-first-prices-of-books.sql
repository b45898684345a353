-- The prices beside which a book's result is read, from the moment that its own counts from: when it was opened, and where its simulated past begins. Books
-- that were opened before have none, and are read beside the price of their first valuation.
ALTER TABLE hosting_books ADD COLUMN beside jsonb NOT NULL DEFAULT '{}', ADD COLUMN past_btc text;
