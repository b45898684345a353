-- What limits count, kept by account, product and day (its beginning in UTC, ms) in the statements that change it: at most 37 rows tell the day,
-- the week and the month. Base units of USDT. Products have rows of their own, so that their transactions never wait for each other here.
CREATE TABLE risk_usage (
  user_id int8 NOT NULL,
  mode text NOT NULL CHECK (mode IN ('real', 'demo')),
  product text NOT NULL CHECK (product IN ('option', 'perpetual')),
  day int8 NOT NULL CHECK (day % 86400000 = 0),
  staked numeric(38,0) NOT NULL CHECK (staked >= 0),
  -- Below zero: won.
  lost numeric(38,0) NOT NULL,
  PRIMARY KEY (user_id, mode, product, day)
);

CREATE FUNCTION day_of(at int8) RETURNS int8 LANGUAGE sql IMMUTABLE AS $$ SELECT at - at % 86400000 $$;
CREATE FUNCTION millis_of(at timestamptz) RETURNS int8 LANGUAGE sql IMMUTABLE AS $$ SELECT (extract(epoch FROM at) * 1000)::int8 $$;

-- What each row of trading says of usage: the backfill, the check beside this file and the tests sum these up from the beginning.
CREATE VIEW risk_events AS
  SELECT user_id, mode, 'option' AS product, accepted_at AS at, stake AS staked, 0::numeric AS lost FROM option_contracts WHERE state <> 'refunded'
  UNION ALL
  SELECT user_id, mode, 'option', settled_at, 0, CASE state WHEN 'lost' THEN stake ELSE -profit END FROM option_contracts WHERE state IN ('won', 'lost')
  UNION ALL
  SELECT o.user_id, o.mode, 'perpetual', millis_of(f.created_at), f.taker_margin, f.taker_fee - f.taker_realized
    FROM perpetual_fills f JOIN perpetual_orders o ON o.id = f.taker_order_id
  UNION ALL
  SELECT o.user_id, o.mode, 'perpetual', millis_of(f.created_at), f.maker_margin, f.maker_fee - f.maker_realized
    FROM perpetual_fills f JOIN perpetual_orders o ON o.id = f.maker_order_id
  UNION ALL
  SELECT user_id, mode, 'perpetual', millis_of(created_at), 0, fee FROM perpetual_liquidations
  UNION ALL
  SELECT p.user_id, p.mode, 'perpetual', f.instant, 0, -p.amount
    FROM perpetual_funding_payments p JOIN perpetual_fundings f ON f.id = p.funding_id;

INSERT INTO risk_usage (user_id, mode, product, day, staked, lost)
SELECT user_id, mode, product, day_of(at), sum(staked), sum(lost) FROM risk_events GROUP BY 1, 2, 3, 4;

CREATE FUNCTION keep_usage_of_bought_options() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO risk_usage AS u (user_id, mode, product, day, staked, lost)
  SELECT user_id, mode, 'option', day_of(accepted_at), sum(stake), 0 FROM added GROUP BY 1, 2, 4 ORDER BY 1, 2, 4
  ON CONFLICT (user_id, mode, product, day) DO UPDATE SET staked = u.staked + excluded.staked;
  RETURN NULL;
END $$;
CREATE TRIGGER option_contracts_usage_bought AFTER INSERT ON option_contracts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_of_bought_options();

-- A result is final (option_contracts_final), so a row that has one came to it in this statement. A stake that came back was none.
CREATE FUNCTION keep_usage_of_settled_options() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE risk_usage u SET staked = u.staked - r.stake
    FROM (SELECT user_id, mode, day_of(accepted_at) AS day, sum(stake) AS stake FROM changed WHERE state = 'refunded' GROUP BY 1, 2, 3) r
   WHERE u.user_id = r.user_id AND u.mode = r.mode AND u.product = 'option' AND u.day = r.day;
  INSERT INTO risk_usage AS u (user_id, mode, product, day, staked, lost)
  SELECT user_id, mode, 'option', day_of(settled_at), 0, sum(CASE state WHEN 'lost' THEN stake ELSE -profit END)
    FROM changed WHERE state IN ('won', 'lost') GROUP BY 1, 2, 4 ORDER BY 1, 2, 4
  ON CONFLICT (user_id, mode, product, day) DO UPDATE SET lost = u.lost + excluded.lost;
  RETURN NULL;
END $$;
CREATE TRIGGER option_contracts_usage_settled AFTER UPDATE ON option_contracts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_of_settled_options();

-- Each side's order is asked by its key, once for each fill, whatever a connection's kept plan was made for.
CREATE FUNCTION keep_usage_of_fills() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO risk_usage AS u (user_id, mode, product, day, staked, lost)
  SELECT o.user_id, o.mode, 'perpetual', day_of(millis_of(s.created_at)), sum(s.margin), sum(s.lost)
    FROM (SELECT taker_order_id AS order_id, created_at, taker_margin AS margin, taker_fee - taker_realized AS lost FROM added
          UNION ALL
          SELECT maker_order_id, created_at, maker_margin, maker_fee - maker_realized FROM added WHERE maker_order_id IS NOT NULL) s
    JOIN LATERAL (SELECT user_id, mode FROM perpetual_orders WHERE id = s.order_id OFFSET 0) o ON true
   GROUP BY 1, 2, 4 ORDER BY 1, 2, 4
  ON CONFLICT (user_id, mode, product, day) DO UPDATE SET staked = u.staked + excluded.staked, lost = u.lost + excluded.lost;
  RETURN NULL;
END $$;
CREATE TRIGGER perpetual_fills_usage AFTER INSERT ON perpetual_fills REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_of_fills();

CREATE FUNCTION keep_usage_of_liquidations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO risk_usage AS u (user_id, mode, product, day, staked, lost)
  SELECT user_id, mode, 'perpetual', day_of(millis_of(created_at)), 0, sum(fee) FROM added GROUP BY 1, 2, 4 ORDER BY 1, 2, 4
  ON CONFLICT (user_id, mode, product, day) DO UPDATE SET lost = u.lost + excluded.lost;
  RETURN NULL;
END $$;
CREATE TRIGGER perpetual_liquidations_usage AFTER INSERT ON perpetual_liquidations REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_of_liquidations();

CREATE FUNCTION keep_usage_of_funding() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO risk_usage AS u (user_id, mode, product, day, staked, lost)
  SELECT p.user_id, p.mode, 'perpetual', day_of(f.instant), 0, sum(-p.amount) FROM added p
    JOIN LATERAL (SELECT instant FROM perpetual_fundings WHERE id = p.funding_id OFFSET 0) f ON true
   GROUP BY 1, 2, 4 ORDER BY 1, 2, 4
  ON CONFLICT (user_id, mode, product, day) DO UPDATE SET lost = u.lost + excluded.lost;
  RETURN NULL;
END $$;
CREATE TRIGGER perpetual_funding_payments_usage AFTER INSERT ON perpetual_funding_payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_usage_of_funding();

-- What is open of one account is found without its history.
CREATE INDEX perpetual_orders_open_of_user ON perpetual_orders (user_id, mode) WHERE status IN ('open', 'partially_filled');
CREATE INDEX perpetual_positions_open_of_user ON perpetual_positions (user_id, mode) WHERE closed_at IS NULL;
