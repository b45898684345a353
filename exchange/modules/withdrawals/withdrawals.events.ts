import { z } from 'zod';
import { NOTIFICATION_VALUE_MAX } from '../../../lib/rules/notifications';
import { defineEvent } from '../../platform/event-kinds';

/** What of a withdrawal its owner is told: where it has come to, or why it is late. */
export const WITHDRAWAL_NEWS = ['waiting', 'review', 'approved', 'sent', 'done', 'cancelled', 'refused', 'late'] as const;

/** A withdrawal went on, or is late. Amounts are decimals in its coin; `until` in ms; `ending` are the last characters of the address. */
export const withdrawalMoved = defineEvent(
  'withdrawal.moved',
  z.object({
    withdrawal: z.string().max(20),
    news: z.enum(WITHDRAWAL_NEWS),
    asset: z.string().max(10),
    amount: z.string().max(40),
    arrives: z.string().max(40),
    ending: z.string().max(6),
    until: z.number().nullable(),
    // Not the list of today: a process of the version before reads events with reasons that it doesn't know.
    delay: z.string().max(20).nullable(),
    reason: z.string().max(NOTIFICATION_VALUE_MAX).nullable(),
  }),
);
