-- The figures of a valuation are those of the one before and its own day.
SELECT 'valuation ' || v.day || ' of book ' || v.book AS wrong
  FROM hosting_valuations v LEFT JOIN hosting_valuations b ON b.book = v.book AND b.day = v.day - 1,
       LATERAL (SELECT coalesce(b.unit_value, 1000000000000) AS before) u
 WHERE v.fees_before <> coalesce(b.fees_before + b.fees, 0)
    OR v.losing_days <> coalesce(b.losing_days, 0) + CASE WHEN div((v.unit_value - u.before) * 1000000000000, greatest(u.before, 1)) < 0 THEN 1 ELSE 0 END
    OR v.worst > coalesce(b.worst, 0) OR v.fall > coalesce(b.fall, 0);
