-- Looks at every deposit and bank transfer under a lock that lets reads and writes go on.
ALTER TABLE deposits VALIDATE CONSTRAINT deposits_by_hand, VALIDATE CONSTRAINT deposits_by_hand_index;
ALTER TABLE wires VALIDATE CONSTRAINT wires_by_hand;
