import { z } from 'zod';
import { defineEvent } from '../../platform/event-kinds';

const idField = z.string().regex(/^[1-9][0-9]{0,17}$/);
/** Operators published an announcement, shown from `startsAt` (ms) on. Nobody's own. */
export const announcementPublished = defineEvent('announcement.published', z.object({ announcement: idField, startsAt: z.number().int() }));
/** Somebody is told of an announcement: its title in their language. */
export const announcementTold = defineEvent('announcement.told', z.object({ announcement: idField, title: z.string().min(1).max(200) }));
