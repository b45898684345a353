-- What the checks of the ledger cost grows with the rows of the statement and with nothing else, whatever a connection's kept plans were made
-- for: transition tables are never joined with each other, and every other table is asked by its index, once for each row.

-- Identity needs no comparison of before and after: no statement may name these columns at all.
CREATE FUNCTION refuse_ledger_account_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an account keeps its identity' USING ERRCODE = 'LE007';
END $$;

CREATE TRIGGER ledger_accounts_keep_identity BEFORE UPDATE OF id, address, asset, realm, owner, user_id, part ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_account_identity();

-- The stored balance is always what the account's last posting says: nobody can set it by hand.
CREATE OR REPLACE FUNCTION check_ledger_account_changed() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE wrong record;
BEGIN
  SELECT n.address INTO wrong FROM after n
    LEFT JOIN LATERAL (SELECT p.balance_after FROM ledger_postings p WHERE p.account_id = n.id ORDER BY p.journal_id DESC, p.line DESC LIMIT 1) last ON true
    WHERE n.balance <> coalesce(last.balance_after, 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the balance of % is not what its last posting says', wrong.address USING ERRCODE = 'LE008';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER ledger_accounts_follow_postings ON ledger_accounts;
CREATE TRIGGER ledger_accounts_follow_postings AFTER UPDATE ON ledger_accounts REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_account_changed();

-- As before, but the lines come first in both joins: where the accounts were few when the plan was made, they came first, and every one of
-- them went through all lines.
CREATE OR REPLACE FUNCTION check_ledger_postings() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE wrong record;
BEGIN
  SELECT p.journal_id, p.line INTO wrong FROM added p
    LEFT JOIN LATERAL (SELECT realm FROM ledger_accounts WHERE id = p.account_id OFFSET 0) a ON true
    LEFT JOIN LATERAL (SELECT realm FROM ledger_journals WHERE id = p.journal_id OFFSET 0) j ON true
    WHERE a.realm IS DISTINCT FROM j.realm OR a.realm IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'line % of journal % has no journal, no account, or mixes realms', wrong.line, wrong.journal_id USING ERRCODE = 'LE002';
  END IF;
  SELECT p.journal_id INTO wrong FROM added p GROUP BY p.journal_id HAVING min(p.line) <> 1 OR max(p.line) <> count(*) OR count(*) < 2 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % does not come with all its lines', wrong.journal_id USING ERRCODE = 'LE003';
  END IF;
  SELECT p.journal_id, a.asset INTO wrong FROM added p
    LEFT JOIN LATERAL (SELECT asset FROM ledger_accounts WHERE id = p.account_id OFFSET 0) a ON true
    GROUP BY p.journal_id, a.asset HAVING sum(p.amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % does not sum to zero in %', wrong.journal_id, wrong.asset USING ERRCODE = 'LE004';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_ledger_journals() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE wrong record;
BEGIN
  SELECT j.id INTO wrong FROM added j
    LEFT JOIN LATERAL (SELECT line FROM ledger_postings WHERE journal_id = j.id AND line = 1 OFFSET 0) p ON true
    WHERE p.line IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % has no lines', wrong.id USING ERRCODE = 'LE005';
  END IF;
  RETURN NULL;
END $$;
