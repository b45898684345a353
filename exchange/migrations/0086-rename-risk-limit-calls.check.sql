SELECT call AS call_under_its_old_name FROM idempotency_keys WHERE call LIKE 'x.guard%';
