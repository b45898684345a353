SELECT 'password_link_requests' AS wrong WHERE to_regclass('password_link_requests') IS NULL;
