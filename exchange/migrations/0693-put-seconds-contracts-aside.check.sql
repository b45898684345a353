-- What has a reason was put aside, when it was due at the earliest.
SELECT id::text AS wrong FROM option_contracts WHERE (aside_error IS NOT NULL AND aside_at IS NULL) OR aside_at < accepted_at;
