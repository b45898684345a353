/** Calls 24 and 30 as they answer `type=option`; their rows of the catalogue describe spot. */
import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, marketField } from './fields';
import { tradeInfo } from './markets';
import { contractFields } from './options';
import { orderHistory } from './spot';

export const optionTerms = defineCall({
  ...tradeInfo,
  answer: z.object({
    market: marketField,
    base: coinField,
    quote: coinField,
    tick: decimalField,
    min: decimalField,
    max: decimalField,
    times: z.array(z.object({ time: z.number().int().positive(), ratio: decimalField })).max(20),
  }),
  source: 'legacy-api #24, type option; `ratio` is what a right guess earns as a fraction of the stake, `min` and `max` are stakes',
});

export const optionHistory = defineCall({
  ...orderHistory,
  answer: z.array(contractFields).max(100),
  source: 'legacy-api #30, type option, newest first; state open are those that wait for their purchase or delivery price',
});
