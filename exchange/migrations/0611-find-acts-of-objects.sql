-- The timeline of an object reads the rows of its own acts, however often something else of the same number was looked at; the log of one operator and one act those of both.
CREATE INDEX operator_log_of_object ON operator_log (((entry::jsonb) ->> 'target'), split_part((entry::jsonb) ->> 'act', '.', 1), seq);
CREATE INDEX operator_log_of_actor_and_act ON operator_log (((entry::jsonb) ->> 'actor'), ((entry::jsonb) ->> 'act'), seq);
