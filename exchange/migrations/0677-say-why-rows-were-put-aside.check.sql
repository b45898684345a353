-- What has a reason was put aside.
SELECT 'loan ' || id AS wrong FROM loans WHERE aside_error IS NOT NULL AND aside_at IS NULL
UNION ALL SELECT 'staking ' || id FROM staking_positions WHERE aside_error IS NOT NULL AND aside_at IS NULL
UNION ALL SELECT 'purchase ' || id FROM presale_purchases WHERE aside_error IS NOT NULL AND aside_at IS NULL
UNION ALL SELECT 'sale ' || id FROM presales WHERE aside_error IS NOT NULL AND aside_at IS NULL;
