-- What a user's total of an asset (available, locked and margin together) changed by on a day (UTC), by code: written with the postings
-- themselves, so that no question about a time goes through a user's history. `journals` counts those that changed the total; a move between
-- a user's own parts changes nothing.
CREATE TABLE ledger_daily_sums (
  user_id int8 NOT NULL,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  day date NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  amount numeric(38, 0) NOT NULL,
  journals int8 NOT NULL CHECK (journals > 0),
  PRIMARY KEY (user_id, realm, day, asset, code)
) WITH (fillfactor = 70);

INSERT INTO ledger_daily_sums (user_id, realm, day, asset, code, amount, journals)
SELECT user_id, realm, day, asset, code, sum(amount), count(*) FROM (
  SELECT a.user_id, a.realm, (j.created_at AT TIME ZONE 'UTC')::date AS day, a.asset, j.code, j.id, sum(p.amount) AS amount
    FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_journals j ON j.id = p.journal_id
   WHERE a.user_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(p.amount) <> 0
) moved GROUP BY user_id, realm, day, asset, code;

-- As before, and now one statement that asks for each line's account and journal once, for the checks and for the sums. The sums are written in
-- the order of their key, as every transaction does it: two of them that meet at a user's sums don't wait for each other in a circle.
CREATE OR REPLACE FUNCTION check_ledger_postings() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE wrong record;
BEGIN
  WITH lines AS MATERIALIZED (
    SELECT p.journal_id, p.line, p.amount, a.user_id, a.realm, a.asset, j.realm AS journal_realm, j.code, j.created_at
      FROM added p
      LEFT JOIN LATERAL (SELECT user_id, realm, asset FROM ledger_accounts WHERE id = p.account_id OFFSET 0) a ON true
      LEFT JOIN LATERAL (SELECT realm, code, created_at FROM ledger_journals WHERE id = p.journal_id OFFSET 0) j ON true
  ), sums AS (
    INSERT INTO ledger_daily_sums AS s (user_id, realm, day, asset, code, amount, journals)
    SELECT user_id, realm, day, asset, code, sum(amount), count(*) FROM (
      SELECT user_id, realm, (created_at AT TIME ZONE 'UTC')::date AS day, asset, code, sum(amount) AS amount
        FROM lines WHERE user_id IS NOT NULL AND code IS NOT NULL GROUP BY 1, 2, 3, 4, 5, journal_id HAVING sum(amount) <> 0
    ) moved GROUP BY user_id, realm, day, asset, code ORDER BY user_id, realm, day, asset, code
    ON CONFLICT (user_id, realm, day, asset, code) DO UPDATE SET amount = s.amount + excluded.amount, journals = s.journals + excluded.journals
  )
  SELECT (SELECT format('line %s of journal %s', line, journal_id) FROM lines
           WHERE realm IS NULL OR realm IS DISTINCT FROM journal_realm LIMIT 1) AS unfit,
         (SELECT journal_id FROM lines GROUP BY journal_id HAVING min(line) <> 1 OR max(line) <> count(*) OR count(*) < 2 LIMIT 1) AS incomplete,
         (SELECT format('journal %s does not sum to zero in %s', journal_id, asset) FROM lines
           GROUP BY journal_id, asset HAVING sum(amount) <> 0 LIMIT 1) AS unbalanced
    INTO wrong;
  IF wrong.unfit IS NOT NULL THEN
    RAISE EXCEPTION '% has no journal, no account, or mixes realms', wrong.unfit USING ERRCODE = 'LE002';
  END IF;
  IF wrong.incomplete IS NOT NULL THEN
    RAISE EXCEPTION 'journal % does not come with all its lines', wrong.incomplete USING ERRCODE = 'LE003';
  END IF;
  IF wrong.unbalanced IS NOT NULL THEN
    RAISE EXCEPTION '%', wrong.unbalanced USING ERRCODE = 'LE004';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_ledger_sums_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') AND pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% of % is refused: sums move with the postings', TG_OP, TG_TABLE_NAME USING ERRCODE = 'LE009';
END $$;

CREATE TRIGGER ledger_daily_sums_follow_postings BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ledger_daily_sums
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_sums_by_hand();
