-- Seconds contracts. Times are ms as in price_prints, so that a contract and its prints compare exactly. Money in base units of USDT.
CREATE TABLE option_contracts (
  id int8 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  market text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('up', 'down')),
  stake numeric(38,0) NOT NULL CHECK (stake > 0),
  -- What a right guess earns, reserved from the pool at purchase.
  profit numeric(38,0) NOT NULL CHECK (profit > 0),
  ratio text NOT NULL,
  duration_ms int8 NOT NULL CHECK (duration_ms > 0),
  state text NOT NULL CHECK (state IN ('pending', 'running', 'won', 'lost', 'refunded')),
  reason text CHECK (reason IN ('tie', 'no_strike', 'no_delivery')),
  accepted_at int8 NOT NULL,
  strike numeric(38,18) CHECK (strike > 0),
  strike_at int8,
  strike_from_seq int8,
  strike_seq int8,
  delivers_at int8,
  delivery numeric(38,18) CHECK (delivery > 0),
  delivery_from_seq int8,
  delivery_to_seq int8,
  settled_at int8,
  CHECK ((state IN ('won', 'lost', 'refunded')) = (settled_at IS NOT NULL)),
  CHECK ((state = 'refunded') = (reason IS NOT NULL)),
  CHECK (state NOT IN ('running', 'won', 'lost') OR (strike IS NOT NULL AND strike_at > accepted_at AND delivers_at = strike_at + duration_ms)),
  CHECK (state NOT IN ('won', 'lost') OR delivery IS NOT NULL)
);
CREATE INDEX option_contracts_pending ON option_contracts (accepted_at, id) WHERE state = 'pending';
CREATE INDEX option_contracts_running ON option_contracts (delivers_at, id) WHERE state = 'running';
CREATE INDEX option_contracts_of_user ON option_contracts (user_id, mode, id);

-- A result is final, whoever asks; and a contract is never taken out.
CREATE FUNCTION keep_option_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.state IN ('won', 'lost', 'refunded') THEN
    RAISE EXCEPTION 'the result of a contract is final' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER option_contracts_final BEFORE UPDATE OR DELETE ON option_contracts FOR EACH ROW EXECUTE FUNCTION keep_option_result();

-- The prints that contracts were settled by: kept for good, while the published chain is pruned.
CREATE TABLE option_prints (
  seq int8 PRIMARY KEY,
  time int8 NOT NULL,
  prices text NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL
);

-- Consent and limits of a user in one mode. A looser limit waits in `later_*` until `later_from`; null limits are none.
CREATE TABLE option_guards (
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  accepted_at int8,
  -- What the disclosure said: the fraction of losing accounts, null when nobody had a settled contract.
  accepted_share text,
  stake_max numeric(38,0) CHECK (stake_max >= 0),
  loss_day_max numeric(38,0) CHECK (loss_day_max >= 0),
  later_stake_max numeric(38,0) CHECK (later_stake_max >= 0),
  later_loss_day_max numeric(38,0) CHECK (later_loss_day_max >= 0),
  later_from int8,
  PRIMARY KEY (user_id, mode)
);
