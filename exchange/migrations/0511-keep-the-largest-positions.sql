-- The largest open positions of each market and side, kept each minute where there are too many to be sorted by who looks.
CREATE TABLE largest_positions (position_id int8 PRIMARY KEY);
