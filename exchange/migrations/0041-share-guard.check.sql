SELECT user_id AS tried_after_passing FROM guard_tests WHERE failed_at > passed_at;
