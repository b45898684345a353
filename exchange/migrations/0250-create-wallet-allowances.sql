-- What a chain showed last that the wallet of an account lets addresses of the exchange take of a token, in whole units of 10^-18. Expected is none.
CREATE TABLE wallet_allowances (
  user_id int8 NOT NULL REFERENCES users (id),
  network text NOT NULL CHECK (length(network) BETWEEN 2 AND 20),
  asset text NOT NULL CHECK (length(asset) BETWEEN 2 AND 10),
  owner text NOT NULL CHECK (length(owner) BETWEEN 1 AND 120),
  amount numeric(120, 0) NOT NULL CHECK (amount >= 0),
  shown_at int8 NOT NULL,
  PRIMARY KEY (user_id, network, asset)
);
