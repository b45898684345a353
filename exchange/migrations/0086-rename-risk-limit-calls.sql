-- The calls of the risk limits bear their name: a repeated request is still found.
UPDATE idempotency_keys SET call = CASE call WHEN 'x.guardLimits' THEN 'x.riskLimitsChange' ELSE 'x.riskLimits' || substr(call, length('x.guard') + 1) END
 WHERE call IN ('x.guardConsent', 'x.guardTest', 'x.guardPause', 'x.guardLimits');
