SELECT 'perpetual_premiums_by_minute' AS missing_index WHERE to_regclass('perpetual_premiums_by_minute') IS NULL;
