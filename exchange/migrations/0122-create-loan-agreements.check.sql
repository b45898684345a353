-- Every loan has its agreement.
SELECT l.id AS wrong FROM loans l LEFT JOIN loan_agreements a ON a.loan_id = l.id WHERE a.loan_id IS NULL;
