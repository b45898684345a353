-- Processes that share a server for their talk hear only those of their own database.
CREATE TABLE exchange_identity (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO exchange_identity DEFAULT VALUES;
