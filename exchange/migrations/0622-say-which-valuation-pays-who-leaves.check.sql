-- Only what was left has a valuation that pays it, and none after its book's newest.
SELECT p.id AS wrong FROM hosting_positions p JOIN hosting_books b ON b.id = p.book
 WHERE p.leave_day IS NOT NULL AND (p.state IN ('pending', 'running', 'cancelled') OR p.leave_day > b.day);
