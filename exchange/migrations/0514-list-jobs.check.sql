SELECT wanted AS missing FROM unnest(ARRAY['jobs_of_kind', 'jobs_put_aside', 'jobs_failing']) AS wanted WHERE to_regclass(wanted) IS NULL;
