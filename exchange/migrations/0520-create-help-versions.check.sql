SELECT 'help_versions' AS missing WHERE to_regclass('help_versions') IS NULL;
