-- Every position goes by the first version as soon as the column is there, so none has to be read while nobody else can.
SELECT 1 AS wrong WHERE EXISTS (SELECT FROM perpetual_positions WHERE closed_at IS NULL)
  AND NOT EXISTS (SELECT FROM registry_versions WHERE kind = 'product' AND code = 'perpetual' AND version = 1);
