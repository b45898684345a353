import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

/** What somebody asked for of their own data can be downloaded until `until` (ms). */
export const exportReady = defineEvent('data-export.ready', z.object({ until: z.number().int() }));
