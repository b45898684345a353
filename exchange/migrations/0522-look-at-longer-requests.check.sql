SELECT conname AS wrong FROM pg_constraint
 WHERE conname IN ('operator_requests_input_check', 'operator_requests_preview_check', 'operator_log_entry_check', 'help_versions_texts_check') AND NOT convalidated;
