-- No transaction is in a block that there is not, and addresses of EVM chains are matched without case.
SELECT t.hash AS wrong FROM sandbox_transactions t JOIN sandbox_chains c USING (network) WHERE t.block > c.head
UNION ALL
SELECT a.address FROM deposit_addresses a WHERE a.network LIKE '%ERC20' AND a.match_key <> lower(a.address);
