-- Looks at every request, row of the log and version under a lock that lets reads and writes go on.
ALTER TABLE operator_requests
  VALIDATE CONSTRAINT operator_requests_input_check,
  VALIDATE CONSTRAINT operator_requests_preview_check;
ALTER TABLE operator_log VALIDATE CONSTRAINT operator_log_entry_check;
ALTER TABLE help_versions VALIDATE CONSTRAINT help_versions_texts_check;
