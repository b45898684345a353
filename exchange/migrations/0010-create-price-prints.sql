-- The published prices: one row a second for all markets, each row hashed together with the hash before it.
CREATE TABLE price_prints (
  seq int8 PRIMARY KEY,
  time int8 NOT NULL UNIQUE,
  prices text NOT NULL CHECK (length(prices) BETWEEN 1 AND 20000),
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
);

-- Where the kept part of the chain begins: number and hash of the newest row that was removed for its age, or the genesis.
CREATE TABLE price_print_base (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seq int8 NOT NULL,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
);
INSERT INTO price_print_base (seq, hash) VALUES (0, repeat('0', 64));

-- The database itself refuses a row that does not continue the chain, whoever writes it.
CREATE FUNCTION continue_price_prints() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before_hash text;
  before_time int8;
BEGIN
  SELECT hash, time INTO before_hash, before_time FROM price_prints WHERE seq = NEW.seq - 1;
  IF before_hash IS NULL THEN
    SELECT hash, 0 INTO before_hash, before_time FROM price_print_base WHERE seq = NEW.seq - 1;
  END IF;
  IF before_hash IS NULL OR before_hash <> NEW.previous THEN
    RAISE EXCEPTION 'print % does not continue the chain', NEW.seq USING ERRCODE = '23514';
  END IF;
  IF NEW.time <= before_time THEN
    RAISE EXCEPTION 'print % is not later than the one before', NEW.seq USING ERRCODE = '23514';
  END IF;
  IF NEW.hash <> encode(sha256(convert_to(NEW.previous || E'\n' || NEW.seq || E'\n' || NEW.time || E'\n' || NEW.prices, 'UTF8')), 'hex') THEN
    RAISE EXCEPTION 'print % has a wrong hash', NEW.seq USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER price_prints_continue BEFORE INSERT ON price_prints FOR EACH ROW EXECUTE FUNCTION continue_price_prints();

CREATE FUNCTION refuse_price_print_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'published prices are never changed' USING ERRCODE = '23514';
END
$$;
CREATE TRIGGER price_prints_frozen BEFORE UPDATE OR TRUNCATE ON price_prints FOR EACH STATEMENT EXECUTE FUNCTION refuse_price_print_change();

-- Minutes made of prints: {"BTC-USDT": [open, high, low, close in ticks, volume in steps]}. `samples` counts the prints of the minute.
CREATE TABLE price_minutes (
  minute int8 PRIMARY KEY,
  samples int NOT NULL CHECK (samples BETWEEN 1 AND 60),
  candles jsonb NOT NULL
);
