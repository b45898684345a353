-- Nobody has a transaction both by hand and as the chain showed it.
SELECT h.id AS wrong FROM deposits h JOIN deposits d ON d.user_id = h.user_id AND "right"(d.txid, 64) = "right"(h.txid, 64) AND d.id <> h.id WHERE h.by_hand IS NOT NULL
UNION ALL
SELECT 0 FROM pg_constraint WHERE conname IN ('deposits_by_hand', 'deposits_by_hand_index', 'wires_by_hand') AND NOT convalidated;
