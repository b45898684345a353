SELECT c.relname AS not_a_table FROM unnest(ARRAY['risk_consents', 'risk_limits', 'risk_people', 'risk_tests', 'risk_order_ends']) AS n(name)
  LEFT JOIN pg_class c ON c.oid = to_regclass(n.name) WHERE c.relkind IS DISTINCT FROM 'r';
