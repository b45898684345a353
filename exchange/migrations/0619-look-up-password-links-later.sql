-- Who asked for a link for a new password, as they wrote the address: the same row whether somebody has it or not. Each is looked up within seconds, and gone then.
CREATE TABLE password_link_requests (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL
);
