-- A text in every language is one request: 13 announcements of 5,200 characters, of which each may be written as an escape of six. What is there is
-- within the smaller limits before, and looked at by the next migration, which keeps nobody waiting; the version before writes within both.
ALTER TABLE operator_requests
  DROP CONSTRAINT operator_requests_input_check,
  DROP CONSTRAINT operator_requests_preview_check,
  ADD CONSTRAINT operator_requests_input_check CHECK (length(input) <= 500000) NOT VALID,
  ADD CONSTRAINT operator_requests_preview_check CHECK (length(preview) <= 500000) NOT VALID;
-- The row of the log says what was asked for, word by word.
ALTER TABLE operator_log
  DROP CONSTRAINT operator_log_entry_check,
  ADD CONSTRAINT operator_log_entry_check CHECK (length(entry) BETWEEN 2 AND 500000) NOT VALID;
ALTER TABLE help_versions
  DROP CONSTRAINT help_versions_texts_check,
  ADD CONSTRAINT help_versions_texts_check CHECK (length(texts) <= 200000) NOT VALID;
