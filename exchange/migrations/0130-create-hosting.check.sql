-- Outside a valuation the units of a book are the house's and those of its positions; what a position has paid and taken is the sum of its days.
SELECT 'book ' || b.id AS wrong
  FROM hosting_books b LEFT JOIN hosting_positions p ON p.book = b.id AND p.ended_at IS NULL
 GROUP BY b.id HAVING b.units <> b.house_units + coalesce(sum(p.units), 0)
UNION ALL
SELECT 'position ' || p.id
  FROM hosting_positions p LEFT JOIN hosting_days d ON d.position = p.id
 GROUP BY p.id HAVING p.paid <> coalesce(sum(d.paid), 0) OR p.fees <> coalesce(sum(d.fee), 0) OR p.income <> coalesce(sum(d.income), 0);
