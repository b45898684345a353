-- Looks at every amendment under a lock that lets reads and writes go on.
ALTER TABLE order_amendments
  VALIDATE CONSTRAINT order_amendments_changes,
  VALIDATE CONSTRAINT order_amendments_place,
  VALIDATE CONSTRAINT order_amendments_exits;
