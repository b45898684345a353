-- A withdrawal to an address that refuses payments, or burns more gas than is paid for, says so. The version before goes on: it writes none of these.
ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_delay_check;
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_delay_check CHECK (delay IN ('hot_wallet', 'daily_cap', 'network', 'operator', 'review_late', 'address'));
