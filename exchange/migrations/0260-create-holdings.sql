-- What is left of what a user bought for USDT, what it cost, and what sales brought above their cost; kept by a consumer of fills and conversions.
-- Base units: `quantity` of the coin, `cost` and `realised` of USDT.
CREATE TABLE holdings (
  user_id int8 NOT NULL REFERENCES users (id),
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  asset text NOT NULL CHECK (length(asset) BETWEEN 2 AND 10),
  quantity numeric(38, 0) NOT NULL CHECK (quantity >= 0),
  cost numeric(38, 0) NOT NULL CHECK (cost >= 0),
  realised numeric(38, 0) NOT NULL,
  PRIMARY KEY (user_id, mode, asset)
);
