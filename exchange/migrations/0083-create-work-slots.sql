-- Places for work that all processes on this database share, such as password hashes: whoever takes one has it until `taken_until` at the
-- most, so that a process that dies leaves it. Not logged: after a crash nobody holds one, and taking one waits for no disk.
CREATE UNLOGGED TABLE work_slots (
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  slot int4 NOT NULL CHECK (slot >= 0),
  holder uuid,
  taken_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (name, slot)
);
