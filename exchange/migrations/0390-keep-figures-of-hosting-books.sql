-- What all days of a book have come to stands with each valuation, so that the open book needs no reading of all of them: days that lost, the worst one,
-- the largest fall from a high (fractions with 12 decimals, zero or below), and the fees of all days before this one.
ALTER TABLE hosting_valuations
  ADD COLUMN losing_days int4 NOT NULL DEFAULT 0 CHECK (losing_days BETWEEN 0 AND day),
  ADD COLUMN worst numeric(38, 0) NOT NULL DEFAULT 0 CHECK (worst <= 0),
  ADD COLUMN fall numeric(38, 0) NOT NULL DEFAULT 0 CHECK (fall <= worst),
  ADD COLUMN fees_before numeric(38, 0) NOT NULL DEFAULT 0 CHECK (fees_before >= 0);

WITH days AS (
  SELECT book, day, unit_value, lag(unit_value, 1, 1000000000000) OVER so_far AS before,
         greatest(1000000000000, max(unit_value) OVER so_far) AS high, sum(fees) OVER so_far - fees AS fees_before
    FROM hosting_valuations WINDOW so_far AS (PARTITION BY book ORDER BY day)
), changes AS (
  SELECT book, day, fees_before, CASE WHEN before = 0 THEN 0 ELSE div((unit_value - before) * 1000000000000, before) END AS made,
         div((unit_value - high) * 1000000000000, high) AS below
    FROM days
), figures AS (
  SELECT book, day, fees_before, count(*) FILTER (WHERE made < 0) OVER so_far AS losing_days, least(0, min(made) OVER so_far) AS worst,
         least(0, min(below) OVER so_far) AS fall
    FROM changes WINDOW so_far AS (PARTITION BY book ORDER BY day)
)
UPDATE hosting_valuations v SET losing_days = f.losing_days, worst = f.worst, fall = f.fall, fees_before = f.fees_before
  FROM figures f WHERE f.book = v.book AND f.day = v.day;
