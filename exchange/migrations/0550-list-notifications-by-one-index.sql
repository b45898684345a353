-- A person has a thousand notifications at most, so those that aren't read are found among them; old ones have the lowest numbers.
DROP INDEX notifications_unread;
DROP INDEX notifications_by_age;
