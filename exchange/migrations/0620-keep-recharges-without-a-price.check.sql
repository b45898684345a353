-- What was valued doesn't wait any more.
SELECT w.source AS wrong FROM recharge_waits w JOIN recharges r ON r.source = w.source
