SELECT user_id AS wrong FROM second_factors WHERE contested_at < bound_at
