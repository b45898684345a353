-- The device (a family of sessions) that confirmed the download of an export, and until when its confirmation counts, in ms.
ALTER TABLE data_exports ADD COLUMN opened_family uuid, ADD COLUMN opened_until int8,
  ADD CONSTRAINT data_exports_opened CHECK ((opened_family IS NULL) = (opened_until IS NULL));
