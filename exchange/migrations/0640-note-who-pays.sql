-- On which networks the exchange pays by itself, as the settings of the one that started last say; on all others people do.
CREATE TABLE withdrawal_networks (
  network text PRIMARY KEY CHECK (length(network) BETWEEN 1 AND 30),
  is_signed boolean NOT NULL
);
