import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

/** Test money came in. */
export const credited = defineEvent(
  'faucet.credited',
  z.object({ source: z.enum(['faucet', 'demo-top-up']), asset: z.string().max(10), amount: z.string().max(60) }),
);
