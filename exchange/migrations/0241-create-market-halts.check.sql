SELECT market AS wrong FROM market_halts WHERE since > extract(epoch FROM now()) * 1000 + 86400000;
