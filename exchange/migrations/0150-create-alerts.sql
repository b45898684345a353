-- What people want to be alerted of. `kept` is how many alerts one has: the bound, and the lock under which they change.
CREATE TABLE alert_people (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  kept int4 NOT NULL DEFAULT 0 CHECK (kept BETWEEN 0 AND 50)
);

-- One alert waits for one figure of a print (`price:BTC-USDT`, `move:BTC-USDT:15`, `funding:BTC-USDT:real`, `mark:BTC-USDT:real`, `time`) to reach
-- `threshold`. `level` is what its person asked for. `armed` waits for the figure, `paused` for a time, `waiting` for the figure to go back, `parked`
-- for a position. One that comes once is removed when it came.
CREATE TABLE alerts (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int8 NOT NULL REFERENCES alert_people (user_id),
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  kind text NOT NULL CHECK (kind IN ('price', 'move', 'funding', 'liquidation', 'loan', 'term')),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 21),
  level numeric NOT NULL CHECK (level > 0),
  minutes int4 CHECK ((minutes IS NOT NULL) = (kind = 'move')),
  pause_minutes int4 CHECK (pause_minutes IS NULL OR (pause_minutes > 0 AND kind NOT IN ('loan', 'term'))),
  figure text NOT NULL CHECK (length(figure) BETWEEN 1 AND 60),
  direction text NOT NULL CHECK (direction IN ('up', 'down')),
  threshold numeric NOT NULL,
  state text NOT NULL CHECK (state IN ('armed', 'paused', 'waiting', 'parked')),
  paused_until int8 CHECK ((paused_until IS NOT NULL) = (state = 'paused')),
  armed_at int8 NOT NULL,
  created_at int8 NOT NULL
);
CREATE INDEX alerts_of_user ON alerts (user_id, id);
-- The ordered structure: what a print makes due lies at one end of each figure.
CREATE INDEX alerts_rising ON alerts (figure, threshold) WHERE state = 'armed' AND direction = 'up';
CREATE INDEX alerts_falling ON alerts (figure, threshold) WHERE state = 'armed' AND direction = 'down';
CREATE INDEX alerts_back_up ON alerts (figure, threshold) WHERE state = 'waiting' AND direction = 'down';
CREATE INDEX alerts_back_down ON alerts (figure, threshold) WHERE state = 'waiting' AND direction = 'up';
CREATE INDEX alerts_paused ON alerts (paused_until) WHERE state = 'paused';
CREATE INDEX alerts_of_positions ON alerts (id) WHERE kind = 'liquidation';

-- Up to which print alerts were judged, now and then: a start judges from there on.
CREATE TABLE alert_place (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seq int8 NOT NULL
);
INSERT INTO alert_place (seq) VALUES (0);
