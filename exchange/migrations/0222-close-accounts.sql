-- Closed by its owner, for good: nobody signs in. What the law keeps stays; ways in and secrets are gone.
ALTER TABLE users ADD COLUMN closed_at timestamptz;
