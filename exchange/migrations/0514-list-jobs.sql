CREATE INDEX jobs_of_kind ON jobs (kind, id) WHERE state <> 'done';
CREATE INDEX jobs_put_aside ON jobs (id) WHERE state = 'dead';
CREATE INDEX jobs_failing ON jobs (id) WHERE state = 'waiting' AND attempts > 0;
