-- A simulated past ends before what was begins.
SELECT 'book ' || p.book AS wrong FROM hosting_past p JOIN hosting_books b ON b.id = p.book GROUP BY p.book, b.opened_at HAVING max(p.at) > b.opened_at;
