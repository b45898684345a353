-- What an owner sets to protect the account: a phrase that every mail of ours repeats, and a lock on what protects it that nobody shortens.
ALTER TABLE users ADD COLUMN mail_phrase text CHECK (length(mail_phrase) BETWEEN 1 AND 40);
ALTER TABLE users ADD COLUMN settings_locked_until timestamptz;
