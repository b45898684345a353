import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

const text = z.string().max(60);

/** One coin was converted into another; amounts as decimals. */
export const converted = defineEvent(
  'convert.done',
  z.object({ reference: z.string().max(80), from: text, to: text, amount: text, received: text }),
);

/** All small balances were converted at once. */
export const smallConverted = defineEvent('convert.small-done', z.object({ coins: z.number().int().positive(), to: text, received: text }));
