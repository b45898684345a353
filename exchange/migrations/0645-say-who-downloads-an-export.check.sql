SELECT id AS opened_before_it_was_ready FROM data_exports WHERE opened_until IS NOT NULL AND ready_at IS NULL
