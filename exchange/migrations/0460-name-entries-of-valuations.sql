-- The newest journal of a book's account at each valuation: its parts are what all entries up to it come to, and what led from one day to the next lies
-- between two of them. Null where a version before this one wrote the row.
ALTER TABLE hosting_valuations ADD COLUMN entries_to int8 CHECK (entries_to >= 0);

WITH moments AS (
  SELECT book, to_timestamp(at / 1000.0) AS at, day, NULL::int8 AS journal FROM hosting_valuations
  UNION ALL
  SELECT b.id, j.created_at, NULL, j.id
    FROM hosting_books b JOIN ledger_accounts a ON a.user_id = b.user_id AND a.realm = b.mode
    JOIN ledger_postings p ON p.account_id = a.id JOIN ledger_journals j ON j.id = p.journal_id
), named AS (
  -- What was posted at the moment of a valuation was paid by it.
  SELECT book, day, coalesce(max(journal) OVER (PARTITION BY book ORDER BY at, day NULLS LAST ROWS UNBOUNDED PRECEDING), 0) AS newest FROM moments
)
UPDATE hosting_valuations v SET entries_to = n.newest FROM named n WHERE n.book = v.book AND n.day = v.day;
