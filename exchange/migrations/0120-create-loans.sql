-- Loans out of the house's own pool. Times in ms, money in base units of USDT.
CREATE TABLE loans (
  id int8 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id int8 NOT NULL,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  product text NOT NULL CHECK (length(product) BETWEEN 1 AND 18),
  terms_version int4 NOT NULL,
  days int4 NOT NULL CHECK (days BETWEEN 2 AND 365),
  -- A day of this loan; shorter than a day in a sandbox alone.
  day_ms int8 NOT NULL CHECK (day_ms > 0),
  -- Percent a day.
  rate text NOT NULL CHECK (length(rate) BETWEEN 1 AND 20),
  amount numeric(38,0) NOT NULL CHECK (amount > 0),
  -- Interest of the whole term, and the most that late days may cost.
  interest numeric(38,0) NOT NULL CHECK (interest >= 0),
  state text NOT NULL CHECK (state IN ('applying', 'running', 'finished', 'rejected', 'overdue')),
  ending text CHECK (ending IN ('repaid', 'withdrawn', 'written_off')),
  reason text CHECK (length(reason) BETWEEN 1 AND 300),
  is_auto boolean NOT NULL,
  needs_operators boolean NOT NULL,
  applied_at int8 NOT NULL,
  paid_out_at int8,
  due_at int8,
  ended_at int8,
  -- What is left of the amount, the interest closed by repayments in part up to a minute of the term, and what late days cost so far.
  principal numeric(38,0) NOT NULL CHECK (principal BETWEEN 0 AND amount),
  closed_interest numeric(38,0) NOT NULL DEFAULT 0 CHECK (closed_interest >= 0),
  closed_minutes int4 NOT NULL DEFAULT 0 CHECK (closed_minutes >= 0),
  fee numeric(38,0) NOT NULL DEFAULT 0 CHECK (fee BETWEEN 0 AND interest),
  parts int4 NOT NULL DEFAULT 0,
  -- Steps done so far: reminders before the due time, and days overdue.
  reminders int4 NOT NULL DEFAULT 0,
  late_days int4 NOT NULL DEFAULT 0,
  -- When the next step is due; null: none is.
  next_at int8,
  CHECK ((state IN ('running', 'finished', 'overdue')) = (paid_out_at IS NOT NULL)),
  CHECK (paid_out_at IS NULL OR due_at = paid_out_at + days * day_ms),
  CHECK ((state IN ('finished', 'rejected')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'finished') = (ending IS NOT NULL)),
  CHECK ((state = 'rejected') = (reason IS NOT NULL)),
  CHECK (state NOT IN ('finished', 'rejected') OR (principal = 0 AND next_at IS NULL)),
  CHECK (state NOT IN ('running', 'overdue') OR (principal > 0 AND next_at IS NOT NULL))
);
CREATE INDEX loans_of_user ON loans (user_id, realm, id);
CREATE INDEX loans_due ON loans (next_at, id) WHERE next_at IS NOT NULL;

-- What was agreed is final, and so is an end; a loan is never taken out.
CREATE FUNCTION keep_loan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.state IN ('finished', 'rejected')
     OR (NEW.id, NEW.user_id, NEW.realm, NEW.product, NEW.terms_version, NEW.days, NEW.day_ms, NEW.rate, NEW.amount, NEW.interest, NEW.applied_at)
        IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.realm, OLD.product, OLD.terms_version, OLD.days, OLD.day_ms, OLD.rate, OLD.amount, OLD.interest, OLD.applied_at)
     OR (OLD.paid_out_at IS NOT NULL AND (NEW.paid_out_at, NEW.due_at) IS DISTINCT FROM (OLD.paid_out_at, OLD.due_at))
  THEN
    RAISE EXCEPTION 'what was agreed is final' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER loans_final BEFORE UPDATE OR DELETE ON loans FOR EACH ROW EXECUTE FUNCTION keep_loan();

-- What happened to a loan, each step once: `n` counts within its kind.
CREATE TABLE loan_entries (
  loan_id int8 NOT NULL REFERENCES loans (id),
  kind text NOT NULL CHECK (kind IN ('applied', 'paid_out', 'rejected', 'repaid_part', 'repaid', 'withdrawn', 'late_day', 'written_off')),
  n int4 NOT NULL,
  at int8 NOT NULL,
  principal numeric(38,0) NOT NULL DEFAULT 0 CHECK (principal >= 0),
  interest numeric(38,0) NOT NULL DEFAULT 0 CHECK (interest >= 0),
  fee numeric(38,0) NOT NULL DEFAULT 0 CHECK (fee >= 0),
  PRIMARY KEY (loan_id, kind, n)
);

CREATE FUNCTION keep_loan_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what happened to a loan is final' USING ERRCODE = '23514';
END
$$;
CREATE TRIGGER loan_entries_final BEFORE UPDATE OR DELETE ON loan_entries FOR EACH ROW EXECUTE FUNCTION keep_loan_entry();

INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
VALUES ('product', 'loan', 1, '{"products":[{"id":"1","days":15,"min":"10000","max":"100000000","rate":"2"},{"id":"2","days":7,"min":"1000","max":"1000000","rate":"0.15"},{"id":"3","days":3,"min":"5000","max":"5000000","rate":"0.18"}],"approvalAbove":"10000"}', 0, 0, 'from the beginning');
