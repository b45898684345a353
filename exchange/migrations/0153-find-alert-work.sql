-- What a print makes due of alerts: one look at the end of each figure's order. A function, because its plan is then made once a connection: made
-- anew each second it costs more than the looks. 200 of each way at most; whoever asks does them and asks again.
CREATE FUNCTION find_alert_work(figures text[], figure_values numeric[], may_fall boolean[], print_at int8)
RETURNS TABLE (what text, alert int8, value numeric)
LANGUAGE plpgsql STABLE
SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY
  WITH f AS MATERIALIZED (SELECT * FROM unnest(figures, figure_values, may_fall) AS u(figure, reached, falls))
  (SELECT 'armed', a.id, f.reached FROM f CROSS JOIN LATERAL (
     SELECT id FROM alerts WHERE state = 'armed' AND direction = 'up' AND figure = f.figure AND threshold <= f.reached AND armed_at < print_at
      ORDER BY threshold LIMIT 200) a LIMIT 200)
  UNION ALL
  (SELECT 'armed', a.id, f.reached FROM f CROSS JOIN LATERAL (
     SELECT id FROM alerts WHERE state = 'armed' AND direction = 'down' AND figure = f.figure AND threshold >= f.reached AND armed_at < print_at
      ORDER BY threshold DESC LIMIT 200) a WHERE f.falls LIMIT 200)
  UNION ALL
  (SELECT 'waiting', a.id, f.reached FROM f CROSS JOIN LATERAL (
     SELECT id FROM alerts WHERE state = 'waiting' AND direction = 'up' AND figure = f.figure AND threshold > f.reached AND armed_at < print_at
      ORDER BY threshold DESC LIMIT 200) a LIMIT 200)
  UNION ALL
  (SELECT 'waiting', a.id, f.reached FROM f CROSS JOIN LATERAL (
     SELECT id FROM alerts WHERE state = 'waiting' AND direction = 'down' AND figure = f.figure AND threshold < f.reached AND armed_at < print_at
      ORDER BY threshold LIMIT 200) a WHERE f.falls LIMIT 200)
  UNION ALL
  (SELECT 'paused', id, 0 FROM alerts WHERE state = 'paused' AND paused_until <= print_at ORDER BY paused_until LIMIT 200);
END $$;
