import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

/** Somebody asked, and nobody had answered before: an answer is promised. */
export const supportAsked = defineEvent('support.asked', z.object({ wait: z.string(), promisedAt: z.number().int() }));
/** An operator answered. */
export const supportAnswered = defineEvent('support.answered', z.object({ line: z.string() }));
/** Its person has opened the thread up to this answer. */
export const supportOpened = defineEvent('support.opened', z.object({ line: z.string() }));
