CREATE INDEX operator_log_of_actor ON operator_log (((entry::jsonb) ->> 'actor'), seq);
CREATE INDEX operator_log_of_act ON operator_log (((entry::jsonb) ->> 'act'), seq);
