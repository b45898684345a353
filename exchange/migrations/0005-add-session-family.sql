-- A token belongs to one account, real or demo, for good; switching gives the device another one. The tokens of one device are a family, and end
-- together.
ALTER TABLE sessions ADD COLUMN family uuid NOT NULL DEFAULT gen_random_uuid();

CREATE INDEX sessions_of_family ON sessions (family);
