import { z } from 'zod';
import { defineEndpoint, nothing } from './define';

/** Markets as operators act on them; what is in them is a list. No price can be set here. */
export const marketEndpoints = {
  /** Which markets take trades, which were halted by operators, and what the insurance fund holds. */
  show: defineEndpoint({
    name: 'markets.show',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: nothing,
    output: z.strictObject({ insurance: z.string(), open: z.array(z.string()), halted: z.array(z.string()) }),
  }),
};
