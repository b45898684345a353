import type { JournalCodes } from '../../composition/module';
import { type HoldPlacement, userAddress } from '../ledger/ledger';
import type { Payment, PoolPart, Reservation } from '../pools/pools';
import type { Position } from './earn.repository';

/** Purpose of the holds and of the reserves of positions; their reference is the position's number. */
export const STAKING = 'staking';

export const STAKING_CODES = {
  STAKING_INTEREST: { record: 'staking', isExternal: false },
  STAKING_FORFEIT: { record: 'staking', isExternal: false },
} as const satisfies JournalCodes;

export const keyOf = ({ id }: Pick<Position, 'id'>) => ({ purpose: STAKING, reference: id });

export function availableOf({ userId, mode, asset }: Pick<Position, 'userId' | 'mode' | 'asset'>): string {
  return userAddress({ userId, mode, asset, part: 'available' });
}

/** What a person begins, or switches to be renewed, counts together for this long, in ms. */
export const SUM_MS = 86_400_000;

/** The turn at such a sum, whatever the assets in it. */
export const sumTurn = (owner: Pick<Position, 'userId' | 'mode'>): string => availableOf({ ...owner, asset: 'USDT' });

export function poolOf({ mode, asset }: Pick<Position, 'mode' | 'asset'>): PoolPart {
  return { pool: 'staking', mode, asset };
}

/** The job gives a principal back within seconds of its time; an audit names what it has not after an hour. */
const HOLD_GRACE_MS = 3_600_000;

/** The principal stays the user's, set aside until it is back at the latest. */
export function toHold(position: Position): HoldPlacement {
  const { userId, mode, asset, principal, endsAt, exitMs } = position;
  return {
    ...keyOf(position),
    userId,
    mode,
    asset,
    amount: principal,
    ender: { kind: 'job', id: STAKING_JOB },
    until: endsAt + exitMs + HOLD_GRACE_MS,
  };
}

export const STAKING_JOB = 'staking accrual';

/** Everything that the whole term can earn. */
export function toReservation(position: Position): Reservation {
  return { ...poolOf(position), ...keyOf(position), amount: position.total, until: position.endsAt };
}

/** One day's interest: journal STAKING_INTEREST, reference `staking:<position>:<day>`, so that no day is credited twice. */
export function toPayment(position: Position, day: number, amount: bigint): Payment {
  return { ...keyOf(position), key: String(day), code: 'STAKING_INTEREST', to: [{ address: availableOf(position), amount }] };
}
