-- Consent is given per product; limits and breaks hold for all of them together.
ALTER TABLE option_consents ADD COLUMN product text NOT NULL DEFAULT 'option' CHECK (product IN ('option', 'perpetual'));
ALTER TABLE option_consents DROP CONSTRAINT option_consents_pkey;
ALTER TABLE option_consents ADD PRIMARY KEY (user_id, mode, product);
