import { z } from 'zod';
import { MODES } from '../protocol/wire';
import { ALERT_KINDS, MOVE_MINUTES, PAUSE_MINUTES } from '../rules/alerts';
import { decimalField, idField, isoField, marketField, requestIdField } from './shared';

const subjectField = z.union([marketField, idField]);
export const ALERT_STATES = ['armed', 'paused', 'waiting', 'parked'] as const;

export const alertSchema = z.object({
  id: idField,
  kind: z.enum(ALERT_KINDS),
  /** A market, or the number of a loan or of a staking position. */
  subject: subjectField,
  mode: z.enum(MODES),
  /** A price in quote, percent, or hours, by kind. */
  level: decimalField,
  direction: z.enum(['up', 'down']),
  minutes: z.number().int().nullable(),
  /** Minutes of silence after it came; null: it comes once. */
  pauseMinutes: z.number().int().nullable(),
  state: z.enum(ALERT_STATES),
  createdAt: isoField,
});
export type Alert = z.infer<typeof alertSchema>;
export const alertsSchema = z.object({ alerts: z.array(alertSchema) });
export const alertCreateInputSchema = z.strictObject({
  kind: z.enum(ALERT_KINDS),
  subject: subjectField,
  level: decimalField,
  minutes: z.enum(MOVE_MINUTES.map(String) as [string, ...string[]]).optional(),
  pauseMinutes: z.enum(PAUSE_MINUTES.map(String) as [string, ...string[]]).optional(),
  requestId: requestIdField,
});
export const alertCreatedSchema = z.object({ id: idField });
export const alertRemoveInputSchema = z.strictObject({ id: idField });
export const alertRemovedSchema = z.object({ done: z.literal(true) });
