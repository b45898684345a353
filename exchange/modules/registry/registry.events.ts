import { z } from 'zod';
import { marketField } from '../../../lib/protocol/fields';
import { defineEvent } from '../../platform/event-kinds';

/** Markets of one event: more than are listed, and fewer than an event holds. */
const MARKETS_MAX = 60;
const text = z.string().max(20);

/**
 * Tighter terms for what is taken on in some perpetual markets were announced, in force from `takesEffectAt` (ms) on. Nobody's own. Of each market the
 * highest leverage, and the lowest maintenance rate as a fraction.
 */
export const perpetualTightened = defineEvent(
  'registry.perpetual-tightened',
  z.object({
    version: z.number().int(),
    takesEffectAt: z.number().int(),
    markets: z
      .array(z.object({ market: marketField, leverage: z.number().int(), maintenance: text }))
      .min(1)
      .max(MARKETS_MAX),
  }),
);
