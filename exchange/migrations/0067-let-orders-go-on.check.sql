-- A market order is open only while it goes on, and what goes on isn't all or nothing.
SELECT id AS wrong FROM spot_orders
 WHERE (kind = 'market' AND status IN ('open', 'partially_filled') AND taking_limit IS NULL)
    OR (taking_limit IS NOT NULL AND time_in_force IN ('FOK', 'POST_ONLY'))
UNION ALL
SELECT id FROM perpetual_orders
 WHERE (kind = 'market' AND status IN ('open', 'partially_filled') AND taking_limit IS NULL)
    OR (taking_limit IS NOT NULL AND time_in_force IN ('FOK', 'POST_ONLY'));
