-- When whoever holds a session showed password and second factor again; null: since it began nobody did. Times in ms.
ALTER TABLE operator_sessions ADD COLUMN proved_at int8;
