-- Where a deposit came from, as the chain has it; null for those of before.
ALTER TABLE deposits ADD COLUMN sender text CHECK (length(sender) <= 120);

-- What two accounts of one person have in common: the browser that they sign in on, and the addresses that fund them. Hashes alone.
CREATE TABLE account_traces (
  user_id int8 NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('device', 'funding')),
  trace text NOT NULL CHECK (trace ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (user_id, kind, trace)
);
CREATE INDEX account_traces_shared ON account_traces (kind, trace, user_id);

-- How far somebody is on the way to the reward of an invitation: verified, and a net deposit that stays. `net` is what they brought less what they took,
-- `lowest` the lowest it was since `since`, in base units of USDT by the value at that time. `due_at` is when it is to be judged, null before and after.
CREATE TABLE invitation_standings (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  verified_at int8,
  net numeric(38, 0) NOT NULL DEFAULT 0,
  lowest numeric(38, 0) NOT NULL DEFAULT 0,
  since int8,
  due_at int8,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'due', 'rewarded', 'refused')),
  reason text CHECK (reason IN ('document', 'device', 'funding')),
  reward numeric(38, 0) CHECK (reward > 0),
  CONSTRAINT invitation_standings_judged CHECK ((state = 'rewarded') = (reward IS NOT NULL) AND (state = 'refused') = (reason IS NOT NULL)
                                               AND (state NOT IN ('rewarded', 'refused') OR due_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX invitation_standings_due ON invitation_standings (due_at, user_id) WHERE due_at IS NOT NULL;
