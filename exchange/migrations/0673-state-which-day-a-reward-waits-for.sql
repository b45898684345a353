-- When the day began, in ms, whose bound a reward is above: it waits for the next one, and so does every later one of its day. One that is due at the first
-- moment of a day for another reason has none. Those that wait already are due at that moment.
ALTER TABLE rewards ADD COLUMN above_day int8;
UPDATE rewards SET above_day = due_at - 86400000 WHERE code = 'INVITATION_REWARD' AND due_at % 86400000 = 0;
