-- All rows are of one look.
SELECT asset AS wrong FROM reserves WHERE at <> (SELECT max(at) FROM reserves);
