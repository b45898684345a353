-- No valuation is of fewer entries than the one before.
SELECT 'valuation ' || v.day || ' of book ' || v.book AS wrong
  FROM hosting_valuations v JOIN hosting_valuations b ON b.book = v.book AND b.day = v.day - 1
 WHERE v.entries_to < b.entries_to;
