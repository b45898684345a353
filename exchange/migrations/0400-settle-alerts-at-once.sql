-- Telling what came is two statements, however many alerts a print makes due. Functions, because people are locked before their alerts, each in an order of
-- its own, and because a plan is then made once a connection.

-- Takes people and those of these alerts that are armed until the end of the transaction.
CREATE FUNCTION lock_armed_alerts(ids int8[]) RETURNS SETOF alerts LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM 1 FROM alert_people WHERE user_id IN (SELECT a.user_id FROM alerts a WHERE a.id = ANY(ids)) ORDER BY user_id FOR UPDATE;
  -- A statement of its own: it sees what whoever held the people left.
  RETURN QUERY SELECT * FROM alerts a WHERE a.id = ANY(ids) AND a.state = 'armed' ORDER BY a.id FOR UPDATE;
END $$;

-- Of people who are locked: sets what alerts of positions wait for now (a null threshold parks them; those that are paused stay so), silences
-- what came until its pause is over, and removes what is gone.
CREATE FUNCTION settle_alerts(moved int8[], directions text[], thresholds numeric[], silent int8[], gone int8[], print_at int8) RETURNS void
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF cardinality(moved) > 0 THEN
    UPDATE alerts a SET direction = m.direction, threshold = coalesce(m.threshold, a.threshold),
           state = CASE WHEN m.threshold IS NULL THEN 'parked' WHEN a.state = 'parked' THEN 'armed' ELSE a.state END
      FROM unnest(moved, directions, thresholds) AS m(id, direction, threshold)
     WHERE a.id = m.id AND a.state <> 'paused';
  END IF;
  IF cardinality(silent) > 0 THEN
    UPDATE alerts a SET state = 'paused', paused_until = print_at + a.pause_minutes * 60000::int8, armed_at = print_at WHERE a.id = ANY(silent);
  END IF;
  IF cardinality(gone) > 0 THEN
    WITH removed AS (DELETE FROM alerts a WHERE a.id = ANY(gone) RETURNING a.user_id, a.kind),
         counts AS (SELECT r.user_id, count(*) AS gone FROM removed r WHERE r.kind <> 'margin' GROUP BY r.user_id)
    UPDATE alert_people p SET kept = p.kept - c.gone FROM counts c WHERE p.user_id = c.user_id;
  END IF;
END $$;
