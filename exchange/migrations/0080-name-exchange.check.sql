SELECT 'the exchange has no name' AS wrong WHERE (SELECT count(*) FROM exchange_identity) <> 1;
