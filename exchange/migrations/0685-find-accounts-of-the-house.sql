-- Accounts of the house and of the outside, and users who are no persons: few, beside those of all members. What members own is the other side of them.
CREATE INDEX ledger_accounts_of_no_user ON ledger_accounts (realm, asset) WHERE user_id IS NULL;
CREATE INDEX users_of_service ON users (id) WHERE kind = 'service';
