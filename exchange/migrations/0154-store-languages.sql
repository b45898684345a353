-- The language in which somebody uses the app, for what is written to them while they are away.
CREATE TABLE user_languages (
  user_id int8 PRIMARY KEY REFERENCES users (id),
  lang text NOT NULL CHECK (lang IN ('en', 'zh-CN', 'zh-TW', 'ja', 'tr', 'vi', 'es', 'it', 'fr', 'de', 'ru', 'ko', 'ms'))
);
