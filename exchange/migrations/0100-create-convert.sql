-- Quotes of conversions, each good for some seconds, for one user and mode, at exactly these amounts. `lines` are the coins that it converts:
-- [{from, to, amount, gross, fee, price, fromIndex, toIndex}], amounts in base units. They go soon after their time; what was executed is in `conversions`.
CREATE TABLE convert_quotes (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 16 AND 40),
  user_id int8 NOT NULL,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  kind text NOT NULL CHECK (kind IN ('single', 'small')),
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) BETWEEN 1 AND 50),
  created_at int8 NOT NULL,
  expires_at int8 NOT NULL CHECK (expires_at > created_at)
);
CREATE INDEX convert_quotes_of_user ON convert_quotes (user_id, realm, expires_at);
CREATE INDEX convert_quotes_by_age ON convert_quotes (expires_at);

-- What was converted: one row a line of a quote. Amounts in base units, prices in USDT, `price` in `to_asset` for one of `from_asset` before the fee.
CREATE TABLE conversions (
  quote_id text NOT NULL CHECK (length(quote_id) BETWEEN 16 AND 40),
  line int4 NOT NULL CHECK (line BETWEEN 0 AND 49),
  user_id int8 NOT NULL,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  from_asset text NOT NULL REFERENCES assets (code),
  to_asset text NOT NULL REFERENCES assets (code),
  amount numeric(38, 0) NOT NULL CHECK (amount > 0),
  received numeric(38, 0) NOT NULL CHECK (received > 0),
  fee numeric(38, 0) NOT NULL CHECK (fee >= 0),
  price numeric(38, 18) NOT NULL CHECK (price > 0),
  from_index numeric(38, 18) NOT NULL CHECK (from_index > 0),
  to_index numeric(38, 18) NOT NULL CHECK (to_index > 0),
  spread_rate numeric(38, 18) NOT NULL CHECK (spread_rate >= 0),
  fee_rate numeric(38, 18) NOT NULL CHECK (fee_rate >= 0),
  quoted_at int8 NOT NULL,
  at int8 NOT NULL CHECK (at >= quoted_at),
  PRIMARY KEY (quote_id, line),
  CONSTRAINT conversions_two_assets CHECK (from_asset <> to_asset)
);
CREATE INDEX conversions_of_user ON conversions (user_id, realm, at);

CREATE FUNCTION refuse_conversion_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a conversion is never changed' USING ERRCODE = 'LE012';
END $$;

CREATE TRIGGER conversions_stay BEFORE UPDATE OR DELETE ON conversions FOR EACH ROW EXECUTE FUNCTION refuse_conversion_change();
CREATE TRIGGER conversions_stay_all BEFORE TRUNCATE ON conversions FOR EACH STATEMENT EXECUTE FUNCTION refuse_conversion_change();

INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note) VALUES
  ('product', 'convert', 1, '{"spreadRate":"0.001","feeRate":"0.001","valueMin":"1","valueMax":"250000","smallMax":"10"}', 0, 0, 'from the beginning');
