-- Something is put aside while something of it is due: at the earliest when it was asked for.
SELECT 'loan ' || id AS wrong FROM loans WHERE aside_at < applied_at
UNION ALL SELECT 'purchase ' || id FROM presale_purchases WHERE aside_at < bought_at;
