import { z } from 'zod';
import { idField, isoField } from './shared';
import { MODES } from '../protocol/wire';
import { ENDPOINT_MAX } from '../rules/push';
import { NOTIFICATION_GROUPS, NOTIFICATION_KINDS, type NotificationKind } from '../rules/notifications';

const kindSchema = z.enum(Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]]);
const groupSchema = z.enum(NOTIFICATION_GROUPS);

export const notificationSchema = z.object({
  id: idField,
  kind: kindSchema,
  group: groupSchema,
  /** What its text says: decimals, names, codes. */
  values: z.record(z.string(), z.string()),
  /** Null: it is about the user, in whichever mode. */
  mode: z.enum(MODES).nullable(),
  at: isoField,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationsQuerySchema = z.object({
  /** The `next` of the page before. */
  after: idField.optional(),
  unread: z.literal('1').optional(),
  group: groupSchema.optional(),
});
export const notificationsSchema = z.object({ notifications: z.array(notificationSchema), next: idField.nullable() });
export const notificationQuerySchema = z.object({ id: idField });
export const unreadSchema = z.object({ unread: z.number().int().nonnegative() });
export const markReadInputSchema = z.object({ id: z.union([idField, z.literal('all')]) });
export const markedSchema = z.object({ done: z.literal(true) });

export const notificationSettingsSchema = z.object({
  groups: z.array(z.object({ group: groupSchema, isCounted: z.boolean(), isMailed: z.boolean(), isPushed: z.boolean() })),
  /** Minutes of the day in a time zone in which only security is mailed and pushed. */
  quiet: z.object({ from: z.number().int(), until: z.number().int(), zone: z.string() }).nullable(),
  /** The key that a browser subscribes with, null: nothing is pushed here; and what messages to this device name it, null: it takes none. */
  push: z.object({ key: z.string().nullable(), device: idField.nullable() }),
});
export const notificationSettingsInputSchema = z.strictObject({
  group: groupSchema.exclude(['security']),
  isCounted: z.boolean().optional(),
  isMailed: z.boolean().optional(),
  isPushed: z.boolean().optional(),
});
const endpointField = z
  .url()
  .max(ENDPOINT_MAX)
  .meta({ examples: ['https://fcm.googleapis.com/fcm/send/example'] });
export const pushInputSchema = z.strictObject({
  endpoint: endpointField,
  p256dh: z
    .string()
    .regex(/^B[A-Za-z0-9_-]{86}$/)
    .meta({ examples: ['BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'] }),
  auth: z
    .string()
    .regex(/^[A-Za-z0-9_-]{22}$/)
    .meta({ examples: ['tBHItJI5svbpez7KI4CCXg'] }),
});
const minuteField = z.number().int().min(0).max(1_439);
export const quietHoursInputSchema = z.strictObject({
  quiet: z.strictObject({ from: minuteField, until: minuteField, zone: z.string().min(1).max(60) }).nullable(),
});
