-- The tables of the risk limits have the name of what they are. A process of the version before goes on with the old names, which are views of the
-- same rows until a later migration drops them: what it writes passes the same checks and triggers.
ALTER TABLE guard_consents RENAME TO risk_consents;
ALTER TABLE guard_limits RENAME TO risk_limits;
ALTER TABLE guard_people RENAME TO risk_people;
ALTER TABLE guard_tests RENAME TO risk_tests;
ALTER TABLE guard_order_ends RENAME TO risk_order_ends;
ALTER TRIGGER option_people_pause ON risk_people RENAME TO risk_people_pause;
ALTER FUNCTION keep_option_pause() RENAME TO keep_pause;
CREATE VIEW guard_consents AS SELECT * FROM risk_consents;
CREATE VIEW guard_limits AS SELECT * FROM risk_limits;
CREATE VIEW guard_people AS SELECT * FROM risk_people;
CREATE VIEW guard_tests AS SELECT * FROM risk_tests;
CREATE VIEW guard_order_ends AS SELECT * FROM risk_order_ends;
