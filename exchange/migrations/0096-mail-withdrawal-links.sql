-- The mail about a withdrawal carries a link that calls it off; `mail` names the withdrawal.
ALTER TABLE account_links DROP CONSTRAINT account_links_purpose_check;
ALTER TABLE account_links ADD CONSTRAINT account_links_purpose_check CHECK (purpose IN ('freeze', 'password', 'withdrawal'));
