-- What the account of a user was worth, in USDT base units, at whole quarters of an hour (ms): written by a job, thinned out with age, never changed.
CREATE TABLE balance_points (
  user_id int8 NOT NULL,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  at int8 NOT NULL CHECK (at % 900000 = 0),
  value numeric(38, 0) NOT NULL CHECK (value >= 0),
  PRIMARY KEY (user_id, realm, at)
);
-- What goes first, and what goes later.
CREATE INDEX balance_points_of_quarters ON balance_points (at) WHERE at % 3600000 <> 0;
CREATE INDEX balance_points_of_hours ON balance_points (at) WHERE at % 3600000 = 0 AND at % 86400000 <> 0;
