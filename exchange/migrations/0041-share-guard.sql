-- One guard for seconds contracts and perpetuals: consent and test are per product, breaks and limits hold for all of them together.
ALTER TABLE option_consents RENAME TO guard_consents;
ALTER TABLE guard_consents ADD COLUMN product text NOT NULL DEFAULT 'option' CHECK (product IN ('option', 'perpetual'));
ALTER TABLE guard_consents ALTER COLUMN product DROP DEFAULT;
ALTER TABLE guard_consents DROP CONSTRAINT option_consents_pkey;
ALTER TABLE guard_consents ADD PRIMARY KEY (user_id, mode, product);

ALTER TABLE option_limits RENAME TO guard_limits;

-- What is about the person, whichever account they use.
ALTER TABLE option_people RENAME TO guard_people;
CREATE TABLE guard_tests (
  user_id int8 NOT NULL,
  product text NOT NULL CHECK (product IN ('option', 'perpetual')),
  passed_at int8,
  failed_at int8,
  PRIMARY KEY (user_id, product),
  CHECK (passed_at IS NOT NULL OR failed_at IS NOT NULL)
);
INSERT INTO guard_tests (user_id, product, passed_at, failed_at)
SELECT user_id, 'option', test_passed_at, test_failed_at FROM guard_people WHERE test_passed_at IS NOT NULL OR test_failed_at IS NOT NULL;
ALTER TABLE guard_people DROP COLUMN test_passed_at, DROP COLUMN test_failed_at;

-- Initial margin that a side of a fill put up: what limits on stakes count.
ALTER TABLE perpetual_fills ADD COLUMN maker_margin numeric(38,0) NOT NULL DEFAULT 0 CHECK (maker_margin >= 0);
ALTER TABLE perpetual_fills ADD COLUMN taker_margin numeric(38,0) NOT NULL DEFAULT 0 CHECK (taker_margin >= 0);
