-- Which kinds of events the newest version reads for a consumer. A process that doesn't know all of them leaves the consumer alone: it would move
-- its place past events that the newer one wants, and nobody would read them again.
ALTER TABLE event_consumers ADD COLUMN kinds text[] NOT NULL DEFAULT '{}';
