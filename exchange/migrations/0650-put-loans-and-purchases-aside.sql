-- A loan whose step, or a purchase whose settlement or part, could not be done is left out for an hour at a time, so that it holds up no other; the sale
-- of such a purchase for a minute. In ms.
ALTER TABLE loans ADD COLUMN aside_at int8;
ALTER TABLE presale_purchases ADD COLUMN aside_at int8;
ALTER TABLE presales ADD COLUMN aside_at int8;
