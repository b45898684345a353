-- A turn is the right to decide by an account's balance until the end of the transaction. It is no lock of the row: others may post to the
-- account meanwhile, which only a debit without a turn can make a decision of the holder's wrong. The balances are read when all turns are
-- taken: each statement of a volatile function sees what has been committed by then.
CREATE FUNCTION take_ledger_turns(turns text[], addresses text[]) RETURNS TABLE (address text, balance numeric)
  LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
  -- Two numbers: requests take their turns by one number, in a space of its own.
  PERFORM pg_advisory_xact_lock(46, k.key) FROM (SELECT DISTINCT hashtext(t) AS key FROM unnest(turns) AS t ORDER BY key) AS k;
  RETURN QUERY SELECT a.address, a.balance FROM ledger_accounts a WHERE a.address = ANY(addresses);
END $$;
