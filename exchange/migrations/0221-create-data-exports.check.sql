-- Parts are numbered without a gap.
SELECT export_id FROM data_export_parts GROUP BY export_id HAVING max(part) - min(part) + 1 <> count(*);
