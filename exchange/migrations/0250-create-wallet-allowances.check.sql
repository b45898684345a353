-- An allowance is of a wallet.
SELECT user_id::text AS wrong FROM wallet_allowances WHERE owner = '';
