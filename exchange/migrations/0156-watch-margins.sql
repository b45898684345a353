-- Open positions of people are watched as alerts are: one row a position, which nobody asked for and nobody's bound counts. Its figure is the mark.
ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check CHECK (kind IN ('price', 'move', 'funding', 'liquidation', 'loan', 'term', 'margin'));
CREATE UNIQUE INDEX alerts_of_margins ON alerts (user_id, mode, subject) WHERE kind = 'margin';
DROP INDEX alerts_of_positions;
CREATE INDEX alerts_of_positions ON alerts (id) WHERE kind IN ('liquidation', 'margin');
