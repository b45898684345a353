SELECT user_id AS consent_without_person FROM option_consents WHERE accepted_at < 0;
