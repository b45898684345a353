-- Operators list them by page. Liquidations aren't written while this reads them, so nothing else is in its transaction.
CREATE INDEX perpetual_liquidations_real ON perpetual_liquidations (id) WHERE mode = 'real';
CREATE INDEX perpetual_liquidations_of_market ON perpetual_liquidations (market, id) WHERE mode = 'real';
