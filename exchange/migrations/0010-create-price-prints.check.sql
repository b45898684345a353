SELECT p.seq AS wrong FROM price_prints p
WHERE p.hash <> encode(sha256(convert_to(p.previous || E'\n' || p.seq || E'\n' || p.time || E'\n' || p.prices, 'UTF8')), 'hex')
UNION ALL
SELECT -1 WHERE (SELECT count(*) FROM price_print_base) <> 1;
