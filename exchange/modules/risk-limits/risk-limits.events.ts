import { z } from 'zod';
import { RISK_LIMITS } from '../../../lib/protocol/wire';
import { defineEvent } from '../../platform/event-kinds';

/** A break from every product began, or lasts longer now; `until` in ms. */
export const breakStarted = defineEvent('risk-limits.break-started', z.object({ until: z.number() }));

/** Limits were asked for, in USDT; null: none. What is looser counts later. */
export const limitsChanged = defineEvent(
  'risk-limits.limits-changed',
  z.object({ asked: z.partialRecord(z.enum(RISK_LIMITS), z.string().max(60).nullable()) }),
);
