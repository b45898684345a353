-- First prices are decimals by market.
SELECT id::text AS wrong FROM hosting_books WHERE jsonb_typeof(beside) <> 'object';
