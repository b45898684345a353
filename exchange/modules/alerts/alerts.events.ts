import { z } from 'zod';
import { WATCHED_KINDS } from '../../../lib/rules/alerts';
import { defineEvent } from '../../platform/event-kinds';

const text = z.string().max(60);

/** The figure of an alert reached its threshold. `level` is what was asked for, `value` the figure: a price, percent, or ms of the print. */
export const alertCame = defineEvent(
  'alerts.came',
  z.object({
    alert: text,
    kind: z.enum(WATCHED_KINDS),
    subject: text,
    direction: z.enum(['up', 'down']),
    level: text,
    minutes: z.number().int().nullable(),
    value: text,
  }),
);
