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
CREATE INDEX option_contracts_settled ON option_contracts (user_id, mode, settled_at);

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

-- Consent of a user in one mode.
CREATE TABLE option_consents (
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  accepted_at int8 NOT NULL,
  -- What the disclosure said: the fraction of losing accounts, null when nobody had a settled contract.
  accepted_share text,
  PRIMARY KEY (user_id, mode)
);

-- Limits that a user set in one mode. Null is none; a looser one waits in `later` until `later_from`.
CREATE TABLE option_limits (
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  kind text NOT NULL CHECK (kind IN ('stake', 'stake_day', 'stake_week', 'stake_month', 'loss_day', 'loss_week', 'loss_month')),
  amount numeric(38,0) CHECK (amount >= 0),
  later numeric(38,0) CHECK (later >= 0),
  later_from int8,
  PRIMARY KEY (user_id, mode, kind)
);

-- What is about the person, whichever account they use: the test and the break. A break only ever gets longer.
CREATE TABLE option_people (
  user_id int8 PRIMARY KEY,
  test_passed_at int8,
  test_failed_at int8,
  paused_until int8
);
CREATE FUNCTION keep_option_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.paused_until IS NOT NULL AND (NEW.paused_until IS NULL OR NEW.paused_until < OLD.paused_until) THEN
    RAISE EXCEPTION 'a break is not shortened' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER option_people_pause BEFORE UPDATE ON option_people FOR EACH ROW EXECUTE FUNCTION keep_option_pause();
