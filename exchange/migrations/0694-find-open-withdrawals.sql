-- What a member has under way, what of theirs failed on its chain, and when an address was paid last: each request asks, however much is over.
CREATE INDEX withdrawals_open_of_user ON withdrawals (user_id) WHERE until IS NOT NULL;
CREATE INDEX withdrawals_reverted_of_user ON withdrawals (user_id, network, address) WHERE state = 'refused' AND reason = 'PAYMENT_REVERTED';
CREATE INDEX withdrawals_paid_to ON withdrawals (user_id, network, address, state_at) WHERE state = 'done';
DROP INDEX withdrawals_to_address;
