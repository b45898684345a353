-- The timeline of an announcement or a pre-sale begins with what made it, under a target that all of their kind share: it is found by what it says it made, and by its request,
-- however many others were made. What is only asked for says what its operator wrote, so it makes nothing.
CREATE INDEX operator_log_made ON operator_log
  (substring((entry::jsonb) ->> 'outcome' from '((?:announcement|pre-sale) [0-9]+) (?:was published|\([a-z0-9-]+\) was opened)'))
  WHERE (entry::jsonb) ->> 'act' IN ('announcements.publish', 'fees.change', 'presale.open') AND (entry::jsonb) ->> 'phase' IN ('done', 'approved');
CREATE INDEX operator_log_of_request ON operator_log (((entry::jsonb) ->> 'requestId'), seq) WHERE (entry::jsonb) ->> 'requestId' IS NOT NULL;
