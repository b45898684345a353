import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

export const SETTLED_HOW = ['delivered', 'refunded', 'cancelled'] as const;

const text = z.string().max(60);
/** A purchase was settled: tokens delivered, all or a share, or the payment is back. Amounts are decimals, money in USDT. */
export const presaleSettled = defineEvent(
  'presale.settled',
  z.object({
    presale: text,
    asset: z.string().max(10),
    how: z.enum(SETTLED_HOW),
    tokens: text,
    paid: text,
    back: text,
  }),
);

/** A part of what somebody got in a sale was delivered; `left` follows later. Whole tokens. */
export const presaleVested = defineEvent(
  'presale.vested',
  z.object({ presale: text, asset: z.string().max(10), tokens: text, left: text }),
);
