-- Withdrawals that stand in a file by which people pay, so that they don't come into a second one by themselves: both could be paid.
CREATE TABLE withdrawal_pay_files (
  withdrawal_id int8 PRIMARY KEY REFERENCES withdrawals (id),
  file text NOT NULL CHECK (length(file) BETWEEN 1 AND 300),
  written_at int8 NOT NULL
);
