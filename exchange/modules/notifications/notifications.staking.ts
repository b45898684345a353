import { z } from 'zod';
import { decimalField, idField } from '../../../lib/protocol/fields';
import type { stakingCredited, stakingEnded, stakingEndsSoon, stakingRenewed } from '../earn/earn.events';

const text = z.string().min(1).max(200);
const staked = { position: idField, asset: text, principal: decimalField };

/** What the notifications of staking say. */
export const STAKING_VALUES = {
  'staking-credited': z.object({ ...staked, amount: decimalField, day: text, days: text }),
  'staking-ends-soon': z.object({ ...staked, until: z.iso.datetime(), renews: z.enum(['yes', 'no']).optional() }),
  'staking-renewed': z.object({ ...staked, days: text, rate: decimalField, until: z.iso.datetime(), paid: decimalField }),
  'staking-ended': z.object({
    ...staked,
    how: z.enum(['ended', 'redeemed', 'not_renewed']),
    returned: decimalField,
    paid: decimalField,
  }),
};

type Said<E extends { schema: z.ZodType }> = z.output<E['schema']>;

export const sayCredited = ({ day, days, ...about }: Said<typeof stakingCredited>) => ({ ...about, day: String(day), days: String(days) });
export const sayEndsSoon = ({ endsAt, backAt = endsAt, renews, ...about }: Said<typeof stakingEndsSoon>) => ({
  ...about,
  until: new Date(backAt).toISOString(),
  renews: renews ? ('yes' as const) : ('no' as const),
});
export const sayRenewed = ({ next: _next, days, endsAt, ...about }: Said<typeof stakingRenewed>) => ({
  ...about,
  days: String(days),
  until: new Date(endsAt).toISOString(),
});
export const sayEnded = ({ notRenewed, how, ...about }: Said<typeof stakingEnded>) => ({
  ...about,
  how: notRenewed === undefined ? how : ('not_renewed' as const),
});
