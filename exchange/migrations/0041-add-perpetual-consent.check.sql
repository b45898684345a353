SELECT user_id AS share_without_consent FROM option_guards WHERE perpetual_accepted_share IS NOT NULL AND perpetual_accepted_at IS NULL;
