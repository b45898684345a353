import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

const about = {
  deposit: z.string().max(20),
  network: z.string().max(30),
  asset: z.string().max(10),
  /** What arrived, as the chain has it; at credit what the account received. */
  amount: z.string().max(60),
  txid: z.string().max(66),
};

/** A deposit is in a block for the first time. */
export const depositSeen = defineEvent('deposit.seen', z.object({ ...about, confirmations: z.number().int() }));
/** It has its confirmations, and the money is on the account. */
export const depositCredited = defineEvent(
  'deposit.credited',
  z.object({
    ...about,
    /** Where it came from. */
    from: z.string().max(120).optional(),
    /** Two operators credited what nobody else could tell whose it is. */
    how: z.literal('hand').optional(),
  }),
);
/** The block it was in was replaced before it was credited. */
export const depositOrphaned = defineEvent('deposit.orphaned', z.object(about));
