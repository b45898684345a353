-- What was delivered is what the parts that are done make, and all of it once no part is due.
SELECT p.id AS wrong FROM presale_purchases p JOIN presales s ON s.id = p.presale_id
 WHERE p.allotted IS NOT NULL AND (
   p.parts_done > s.vesting_parts
   OR (p.next_part_at IS NULL AND p.delivered <> p.allotted)
   OR (p.next_part_at IS NOT NULL AND p.delivered <> div(p.allotted::numeric * (s.vesting_first * s.vesting_parts + (100 - s.vesting_first) * p.parts_done), 100 * s.vesting_parts)));
