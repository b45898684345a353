import 'server-only';
import type { z } from 'zod';
import type { consentInputSchema, Guard, guardQuerySchema, limitsInputSchema, pauseInputSchema, testInputSchema } from '../dto/options';
import { guardConsent, guardState, guardLimits, guardPause, guardTest } from '../protocol/guard';
import { type Caller, callAs } from './upstream';
import { reshapeGuard } from './options/reshape';

/** Returns the user's consent, limits and record of a product (seconds contracts without one) in the session's mode. */
export async function getGuard(caller: Caller, { product }: z.infer<typeof guardQuerySchema> = {}): Promise<Guard> {
  return reshapeGuard(await callAs(caller, guardState, { product }));
}

/** Notes that the risk disclosure was accepted. @throws OPTION_NOT_OFFERED_HERE */
export async function acceptDisclosure(caller: Caller, { product, requestId }: z.infer<typeof consentInputSchema>): Promise<Guard> {
  return reshapeGuard(await callAs(caller, guardConsent, { product, request_id: requestId }));
}

/** Sends the answers of the appropriateness test. @throws OPTION_NOT_OFFERED_HERE, TEST_LATER */
export async function takeTest(caller: Caller, { product, answers, requestId }: z.infer<typeof testInputSchema>): Promise<Guard> {
  const letters = answers.map((isYes) => (isYes ? 'y' : 'n')).join('');
  return reshapeGuard(await callAs(caller, guardTest, { product, answers: letters, request_id: requestId }));
}

/** Begins a break on both accounts; it can be made longer, never shorter. */
export async function takeBreak(caller: Caller, { product, days, requestId }: z.infer<typeof pauseInputSchema>): Promise<Guard> {
  return reshapeGuard(await callAs(caller, guardPause, { product, days, request_id: requestId }));
}

/** Sets all limits; null is none. Tighter holds at once, looser after 24 hours. */
export async function setLimits(caller: Caller, { product, limits, requestId }: z.infer<typeof limitsInputSchema>): Promise<Guard> {
  const fields = Object.fromEntries(Object.entries(limits).map(([kind, max]) => [`${kind}_max`, max ?? undefined]));
  return reshapeGuard(await callAs(caller, guardLimits, { ...fields, product, request_id: requestId }));
}
