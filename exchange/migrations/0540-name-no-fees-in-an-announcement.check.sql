-- The announcement about the costs of an order names no rate.
SELECT lang FROM announcement_texts WHERE announcement_id = 1 AND text LIKE '%\%%';
