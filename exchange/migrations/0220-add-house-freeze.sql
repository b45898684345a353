-- A freeze by the house is another one than the owner's own (`frozen_at`): a new password or a wallet's signature lifts the owner's alone.
ALTER TABLE users ADD COLUMN house_frozen_at timestamptz;

-- Any freeze ends resting orders that could open a position.
ALTER TABLE guard_order_ends DROP CONSTRAINT guard_order_ends_reason_check;
ALTER TABLE guard_order_ends ADD CONSTRAINT guard_order_ends_reason_check
  CHECK (reason IN ('ORDER_ENDED_BY_BREAK', 'ORDER_ENDED_BY_LIMIT', 'ORDER_ENDED_BY_FREEZE'));
