-- Samples are removed by age.
CREATE INDEX perpetual_premiums_by_minute ON perpetual_premiums (minute);
