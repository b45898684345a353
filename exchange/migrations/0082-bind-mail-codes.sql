-- A code belongs to the browser that asked for it: whoever guesses at an address from elsewhere uses up codes of their own. `asker` is the
-- hash of what that browser keeps; `source` the network it asked from, which bounds how many there are. Codes live ten minutes, so those
-- of before need not be kept.
DELETE FROM mail_codes;
ALTER TABLE mail_codes DROP CONSTRAINT mail_codes_pkey;
ALTER TABLE mail_codes ADD COLUMN asker text NOT NULL CHECK (length(asker) = 64);
ALTER TABLE mail_codes ADD COLUMN source text NOT NULL CHECK (length(source) BETWEEN 1 AND 80);
ALTER TABLE mail_codes ADD PRIMARY KEY (email_key, purpose, asker);
