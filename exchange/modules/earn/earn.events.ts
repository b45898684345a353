import { z } from 'zod';
import { fromUnits } from '../../platform/decimal';
import { defineEvent, type NewEvent } from '../../platform/event-kinds';
import { getAssetScale } from '../ledger/ledger';
import type { Position } from './earn.repository';

const text = z.string().max(60);
const about = { position: text, asset: text, principal: text };

/** A position was begun. */
export const stakingBegun = defineEvent('staking.begun', z.object({ ...about, days: z.number(), endsAt: z.number() }));
/** One full day of a position was credited. */
export const stakingCredited = defineEvent('staking.credited', z.object({ ...about, amount: text, day: z.number(), days: z.number() }));
/** Two days are left. */
export const stakingEndsSoon = defineEvent('staking.ends-soon', z.object({ ...about, endsAt: z.number() }));
/** The principal is back: `returned` of it, `paid` is all interest that was credited before. */
export const stakingEnded = defineEvent(
  'staking.ended',
  z.object({ ...about, returned: text, paid: text, how: z.enum(['ended', 'redeemed']) }),
);

export const STAKING_EVENTS = [stakingBegun, stakingCredited, stakingEndsSoon, stakingEnded];

const show = ({ asset }: Position, units: bigint) => fromUnits(units, getAssetScale(asset));
const factsOf = ({ userId, mode }: Position, at: number) => ({ userId, mode, at });
const aboutOf = (position: Position) => ({ position: position.id, asset: position.asset, principal: show(position, position.principal) });

export function toBegun(position: Position): NewEvent {
  const { days, endsAt, subscribedAt } = position;
  return stakingBegun.create({ ...factsOf(position, subscribedAt), payload: { ...aboutOf(position), days, endsAt } });
}

export function toCredited(position: Position, { amount, day, at }: { amount: bigint; day: number; at: number }): NewEvent {
  const payload = { ...aboutOf(position), amount: show(position, amount), day, days: position.days };
  return stakingCredited.create({ ...factsOf(position, at), payload });
}

export function toEndsSoon(position: Position, at: number): NewEvent {
  return stakingEndsSoon.create({ ...factsOf(position, at), payload: { ...aboutOf(position), endsAt: position.endsAt } });
}

export function toEnded(position: Position, at: number): NewEvent {
  const returned = show(position, position.principal - position.forfeited);
  const how = position.state === 'redeemed' ? 'redeemed' : 'ended';
  return stakingEnded.create({
    ...factsOf(position, at),
    payload: { ...aboutOf(position), returned, paid: show(position, position.paid), how },
  });
}
