-- Consent is given per product; limits hold for all of them together.
ALTER TABLE option_guards ADD COLUMN perpetual_accepted_at int8;
-- What the disclosure said: the fraction of losing accounts, null when nobody had a closed position.
ALTER TABLE option_guards ADD COLUMN perpetual_accepted_share text;
