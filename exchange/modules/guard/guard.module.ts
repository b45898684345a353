import type { GuardedProduct } from '../../../lib/protocol/wire';
import type { RegisteredCall } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { createGuardCalls } from './guard.handlers';
import type { ProductRisk } from './guard.risk';
import { createGuardService } from './guard.service';

/** Wires consent, test, breaks and limits; each product's own module says what it knows about risk. */
export function createGuardModule(platform: Platform, deps: { risks: Record<GuardedProduct, ProductRisk> }) {
  const guard = createGuardService(platform, deps.risks);
  return { guard, calls: createGuardCalls(guard) satisfies RegisteredCall[] };
}
