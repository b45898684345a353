-- Nothing stands in a file from before it was asked for.
SELECT f.withdrawal_id::text AS wrong FROM withdrawal_pay_files f JOIN withdrawals w ON w.id = f.withdrawal_id WHERE f.written_at < w.requested_at;
