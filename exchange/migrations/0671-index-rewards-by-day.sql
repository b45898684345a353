-- What was paid of a kind of reward in a day: the bound of invitations asks for it with every payment.
CREATE INDEX rewards_paid ON rewards (code, paid_at) INCLUDE (amount) WHERE paid_at IS NOT NULL;
