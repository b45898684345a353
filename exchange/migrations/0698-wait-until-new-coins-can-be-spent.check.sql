-- What was credited by hand is of no output.
SELECT id::text AS wrong FROM deposits WHERE spendable_after IS NOT NULL AND by_hand IS NOT NULL;
