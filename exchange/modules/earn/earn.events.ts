import { z } from 'zod';
import { fromUnits } from '../../platform/decimal';
import { defineEvent, type NewEvent } from '../../platform/event-kinds';
import { NOT_RENEWED } from '../../../lib/protocol/wire';
import { ENDS_SOON_DAYS, formatDailyPercent } from '../../../lib/rules/staking';
import { getAssetScale } from '../ledger/ledger';
import type { Position } from './earn.repository';

const text = z.string().max(60);
const about = { position: text, asset: text, principal: text };

/** A position was begun. */
export const stakingBegun = defineEvent('staking.begun', z.object({ ...about, days: z.number(), endsAt: z.number() }));
/** One full day of a position was credited. */
export const stakingCredited = defineEvent('staking.credited', z.object({ ...about, amount: text, day: z.number(), days: z.number() }));
/** Two days are left, or the term has no more; `renews`: it will go on for another term; `backAt`, not in older events, is when the principal is back. */
export const stakingEndsSoon = defineEvent(
  'staking.ends-soon',
  z.object({ ...about, endsAt: z.number(), backAt: z.number().optional(), renews: z.boolean().optional() }),
);
/** It has ended and goes on in another position; `rate` in percent a day, `paid` is all interest that was credited before. */
export const stakingRenewed = defineEvent(
  'staking.renewed',
  z.object({ ...about, next: text, rate: text, days: z.number(), endsAt: z.number(), paid: text }),
);
/** The principal is back: `returned` of it, `paid` is all interest that was credited before; `notRenewed` is what kept it from being renewed. */
export const stakingEnded = defineEvent(
  'staking.ended',
  z.object({ ...about, returned: text, paid: text, how: z.enum(['ended', 'redeemed']), notRenewed: z.enum(NOT_RENEWED).optional() }),
);

export const STAKING_EVENTS = [stakingBegun, stakingCredited, stakingEndsSoon, stakingRenewed, stakingEnded];

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
  const { endsAt, exitMs, renews } = position;
  return stakingEndsSoon.create({
    ...factsOf(position, at),
    payload: { ...aboutOf(position), endsAt, backAt: endsAt + (renews ? 0 : exitMs), renews },
  });
}

/** Returns what a position that was not renewed from another one says of its end at once: a term of two days or less has no day that is two days before it. */
export function toShortTerm(position: Position): NewEvent[] {
  return position.days <= ENDS_SOON_DAYS ? [toEndsSoon(position, position.subscribedAt)] : [];
}

export function toRenewed(position: Position, next: Position): NewEvent {
  const { rate, days, endsAt } = next;
  const payload = {
    ...aboutOf(position),
    next: next.id,
    rate: formatDailyPercent(rate),
    days,
    endsAt,
    paid: show(position, position.paid),
  };
  return stakingRenewed.create({ ...factsOf(position, position.endedAt ?? endsAt), payload });
}

export function toEnded(position: Position, at: number): NewEvent {
  const returned = show(position, position.principal - position.forfeited);
  const how = position.state === 'redeemed' ? 'redeemed' : 'ended';
  return stakingEnded.create({
    ...factsOf(position, at),
    payload: {
      ...aboutOf(position),
      returned,
      paid: show(position, position.paid),
      how,
      ...(position.notRenewed && { notRenewed: position.notRenewed }),
    },
  });
}
