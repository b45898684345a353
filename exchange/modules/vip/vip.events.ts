import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

/** Somebody has reached a level for the first time. */
export const vipReached = defineEvent('vip.reached', z.object({ level: z.number().int().min(1).max(9), isClaim: z.boolean() }));
