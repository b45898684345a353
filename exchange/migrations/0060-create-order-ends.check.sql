-- An end names no order that isn't there yet.
SELECT e.user_id, e.mode FROM guard_order_ends e, spot_order_ids o WHERE e.orders_until > o.last_value;
