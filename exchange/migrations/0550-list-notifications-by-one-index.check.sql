SELECT n.name AS still_there FROM (VALUES ('notifications_unread'), ('notifications_by_age')) AS n(name) WHERE to_regclass(n.name) IS NOT NULL;
