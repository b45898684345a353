-- Deposits and bank transfers are looked at by 0614.
SELECT id AS wrong FROM deposits WHERE false;
