-- Whether a notification came in as read, of a group that its person doesn't count, or was read later. NULL: written and not read since by a version before
-- this one, which said it by equal times alone. No default: rows are not written anew.
ALTER TABLE notifications ADD COLUMN came_read boolean;
