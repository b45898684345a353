import { z } from 'zod';
import { requestIdField } from './shared';

/** Writes that carry a request number, by the name of their endpoint, with the name under which the exchange keeps it. */
export const NUMBERED_WRITES = {
  placeOrder: 'spot.place',
  cancelOrder: 'spot.cancel',
  placePerpetual: 'perpetual.place',
  cancelPerpetual: 'perpetual.cancel',
  closePosition: 'perpetual.close',
  positionMargin: 'perpetual.margin',
  positionLeverage: 'perpetual.leverage',
  positionTriggers: 'perpetual.triggers',
  buyContract: 'option.place',
  guardConsent: 'x.guardConsent',
  guardTest: 'x.guardTest',
  guardPause: 'x.guardPause',
  guardLimits: 'x.guardLimits',
  faucet: 'x.faucet',
  demoTopUp: 'x.demoTopUp',
} as const;
export type NumberedWrite = keyof typeof NUMBERED_WRITES;

export const requestInputSchema = z.strictObject({
  write: z.enum(Object.keys(NUMBERED_WRITES) as [NumberedWrite, ...NumberedWrite[]]),
  requestId: requestIdField,
});
/** `done`: it took effect once. `barred`: it never will. `none`: not so far; it may be on its way. */
export const requestOutcomeSchema = z.object({ state: z.enum(['done', 'barred', 'none']) });
export const requestBarSchema = z.object({ state: z.enum(['done', 'barred']) });
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>;
export type RequestBar = z.infer<typeof requestBarSchema>;
