-- What a break or a tighter limit ended: every resting order of this account up to a number that could open a position. Writers read it by
-- `seq`, which grows in the order of commits: who writes it holds the leases of the perpetual markets until COMMIT.
CREATE TABLE guard_order_ends (
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  seq int8 NOT NULL UNIQUE CHECK (seq > 0),
  orders_until int8 NOT NULL CHECK (orders_until >= 0),
  reason text NOT NULL CHECK (reason IN ('ORDER_ENDED_BY_BREAK', 'ORDER_ENDED_BY_LIMIT')),
  PRIMARY KEY (user_id, mode)
);

-- Breaks that run already.
INSERT INTO guard_order_ends (user_id, mode, seq, orders_until, reason)
SELECT p.user_id, m.mode, row_number() OVER (ORDER BY p.user_id, m.mode), o.last_value, 'ORDER_ENDED_BY_BREAK'
  FROM guard_people p CROSS JOIN (VALUES ('real'), ('demo')) AS m(mode) CROSS JOIN spot_order_ids o
 WHERE p.paused_until > extract(epoch FROM clock_timestamp()) * 1000;
