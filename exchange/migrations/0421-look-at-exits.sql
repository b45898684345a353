-- Looks at every order under a lock that lets reads and writes go on.
ALTER TABLE spot_orders VALIDATE CONSTRAINT spot_orders_exits;
