-- Where memberships stand, from recharges alone. `total` in base units of USDT; `extra_level` is whose extra the next recharge brings; times ms.
CREATE TABLE vip_standings (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  total numeric(38, 0) NOT NULL CHECK (total >= 0),
  level int4 NOT NULL CHECK (level BETWEEN 0 AND 9),
  extra_level int4 CHECK (extra_level BETWEEN 3 AND 8),
  kept_until int8
) WITH (fillfactor = 80);

-- Levels that somebody has reached, each once. Those without a reward in money are claims: open until two operators have fulfilled them.
CREATE TABLE vip_levels (
  user_id int8 NOT NULL REFERENCES users (id),
  level int4 NOT NULL CHECK (level BETWEEN 1 AND 9),
  reached_at int8 NOT NULL,
  fulfilled_at int8,
  fulfilled_by text CHECK (length(fulfilled_by) BETWEEN 1 AND 80),
  note text CHECK (length(note) BETWEEN 1 AND 300),
  PRIMARY KEY (user_id, level),
  CONSTRAINT vip_levels_fulfilled CHECK ((fulfilled_at IS NULL) = (fulfilled_by IS NULL) AND (fulfilled_at IS NULL) = (note IS NULL)
                                        AND (fulfilled_at IS NULL OR level >= 7))
);
CREATE INDEX vip_levels_claims ON vip_levels (reached_at, user_id) WHERE level >= 7 AND fulfilled_at IS NULL;
