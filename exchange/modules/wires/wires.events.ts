import { z } from 'zod';
import { WIRE_REFUSALS } from '../../../lib/rules/wire';
import { defineEvent } from '../../platform/event-kinds';

const about = { wire: z.string().max(20), currency: z.string().max(3), asset: z.string().max(10) };

/** Two operators have found it on the bank's list, and the money is on the account. `amount`: what the account received. */
export const wireCredited = defineEvent(
  'wire.credited',
  z.object({
    ...about,
    amount: z.string().max(60),
    /** It came without a reference of ours. */
    how: z.literal('hand').optional(),
  }),
);
/** Two operators have refused it. `amount`: what was asked for. */
export const wireRefused = defineEvent('wire.refused', z.object({ ...about, amount: z.string().max(60), reason: z.enum(WIRE_REFUSALS) }));
