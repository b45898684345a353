-- What was signed: the content as JSON and the file as it is given out, both sealed by the exchange. `hash` is the SHA-256 of the file.
CREATE TABLE loan_agreements (
  loan_id int8 PRIMARY KEY REFERENCES loans (id),
  locale text NOT NULL CHECK (length(locale) BETWEEN 2 AND 5),
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
  key_id text NOT NULL CHECK (length(key_id) BETWEEN 1 AND 40),
  sealed_content bytea NOT NULL CHECK (octet_length(sealed_content) <= 200000),
  sealed_file bytea NOT NULL CHECK (octet_length(sealed_file) <= 4194304),
  signature text CHECK (length(signature) BETWEEN 1 AND 64)
);

CREATE FUNCTION keep_loan_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.loan_id, NEW.locale, NEW.hash, NEW.signature) IS NOT DISTINCT FROM (OLD.loan_id, OLD.locale, OLD.hash, OLD.signature) THEN
    -- Sealed anew under another key: what it opens to is the same, which the hash proves.
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what was signed is final' USING ERRCODE = '23514';
END
$$;
CREATE TRIGGER loan_agreements_final BEFORE UPDATE OR DELETE ON loan_agreements FOR EACH ROW EXECUTE FUNCTION keep_loan_agreement();
