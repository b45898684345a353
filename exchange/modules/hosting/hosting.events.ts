import { z } from 'zod';
import { fromUnits } from '../../platform/decimal';
import { defineEvent, type NewEvent } from '../../platform/event-kinds';
import type { Position } from './hosting.positions.repository';

const SCALE = 8;
const text = z.string().max(60);
const about = { hosted: text, amount: text };

/** A day's income was paid out. */
export const hostingCredited = defineEvent('hosting.credited', z.object({ ...about, paid: text, fee: text }));
/** It has begun, or a day is over that paid nothing out: what it is worth is another than before. */
export const hostingValued = defineEvent('hosting.valued', z.object(about));
/** One day is left. */
export const hostingEndsSoon = defineEvent('hosting.ends-soon', z.object({ ...about, endsAt: z.number() }));
/** It is over: `returned` came back in the end, `income` is all that it brought after fees and may be negative. */
export const hostingEnded = defineEvent(
  'hosting.ended',
  z.object({ ...about, how: z.enum(['ended', 'redeemed', 'stopped', 'cancelled']), returned: text, income: text }),
);
export const HOSTING_EVENTS = [hostingCredited, hostingValued, hostingEndsSoon, hostingEnded];

const show = (units: bigint) => fromUnits(units, SCALE);
const aboutOf = ({ id, principal }: Position) => ({ hosted: id, amount: show(principal) });
const factsOf = ({ userId, mode }: Position, at: number) => ({ userId, mode, at });

export function toCredited(position: Position, { paid, fee, at }: { paid: bigint; fee: bigint; at: number }): NewEvent {
  return hostingCredited.create({ ...factsOf(position, at), payload: { ...aboutOf(position), paid: show(paid), fee: show(fee) } });
}

export function toValued(position: Position, at: number): NewEvent {
  return hostingValued.create({ ...factsOf(position, at), payload: aboutOf(position) });
}

export function toEndsSoon(position: Position, at: number): NewEvent {
  return hostingEndsSoon.create({ ...factsOf(position, at), payload: { ...aboutOf(position), endsAt: position.endsAt ?? at } });
}

export function toEnded(position: Position, at: number): NewEvent {
  const { state, returned, income } = position;
  const how = state === 'redeemed' || state === 'stopped' || state === 'cancelled' ? state : 'ended';
  return hostingEnded.create({
    ...factsOf(position, at),
    payload: { ...aboutOf(position), how, returned: show(returned), income: show(income) },
  });
}
