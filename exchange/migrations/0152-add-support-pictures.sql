-- A line of support may bring one picture of its person.
ALTER TABLE files DROP CONSTRAINT files_purpose_check;
ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('identity', 'deposit-proof', 'loan-signature', 'support'));
ALTER TABLE support_lines ADD COLUMN picture text CHECK (picture IS NULL OR (picture ~ '^[0-9a-f]{32}$' AND operator IS NULL));
CREATE UNIQUE INDEX support_lines_by_picture ON support_lines (picture) WHERE picture IS NOT NULL;
