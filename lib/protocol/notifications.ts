import { z } from 'zod';
import { ENDPOINT_MAX } from '../rules/push';
import { NOTIFICATION_GROUPS, NOTIFICATION_KINDS, NOTIFICATION_VALUE_MAX, type NotificationKind } from '../rules/notifications';
import { defineCall } from './define-call';
import { idField, messageAnswer, millisField, noFields, pageField } from './fields';
import { LOCALES, MODES } from './wire';

/** What a person is told of what happened on their account, and which of it they want to be counted. */
export const unreadCount = defineCall({
  id: 'messages.unread',
  number: 49,
  method: 'GET',
  path: '/user/getmsgunread',
  request: noFields,
  answer: z.number().int().nonnegative(),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #49',
});

export const notifications = defineCall({
  id: 'messages.list',
  number: 50,
  method: 'GET',
  path: '/user/msg',
  request: z.object({ page: pageField.optional() }),
  answer: z
    .array(z.object({ id: idField, title: z.string().max(200), text: z.string().max(20_000), time: millisField, read: z.boolean() }))
    .max(100),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #50, newest first; in English, because the call names no language: x.notifications gives kinds and values',
});

export const markRead = defineCall({
  id: 'messages.markRead',
  number: 51,
  method: 'GET',
  path: '/user/msgedit',
  effect: 'write',
  request: z.object({ id: z.union([idField, z.literal('all')]) }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'NOT_FOUND'],
  source: 'legacy-api #51',
});

const kindField = z.enum(Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]]);
const groupField = z.enum(NOTIFICATION_GROUPS);
const notificationFields = z.object({
  id: idField,
  kind: kindField,
  group: groupField,
  values: z.record(z.string().max(40), z.string().max(NOTIFICATION_VALUE_MAX)),
  /** Null: it is about the person, in whichever mode. */
  mode: z.enum(MODES).nullable(),
  time: millisField,
  read: z.boolean(),
});

/** Notifications of one answer. */
export const NOTIFICATIONS_PAGE = 30;

export const notificationList = defineCall({
  id: 'x.notifications',
  number: null,
  method: 'GET',
  path: '/x/notifications',
  request: z.object({ before: idField.optional(), unread: z.literal('1').optional(), group: groupField.optional() }),
  answer: z.object({ rows: z.array(notificationFields).max(NOTIFICATIONS_PAGE), next: idField.nullable() }),
  errors: ['SESSION_REQUIRED'],
  source: 'ours; kinds and values instead of sentences, newest first, from below `before` on; `next` is the `before` of the next page',
});

export const notification = defineCall({
  id: 'x.notification',
  number: null,
  method: 'GET',
  path: '/x/notification',
  request: z.object({ id: idField }),
  answer: notificationFields,
  errors: ['SESSION_REQUIRED', 'NOT_FOUND'],
  source: 'ours; one of them with its values',
});

const minuteField = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,2}|1[0-3][0-9]{2}|14[0-3][0-9])$/)
  .meta({ examples: ['1320'] });
/** A name of the time zone database, such as `Europe/Berlin`. */
const zoneField = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+){0,2}$/)
  .meta({ examples: ['Europe/Berlin'] });
const settingsFields = z.object({
  groups: z
    .array(z.object({ group: groupField, counted: z.boolean(), mailed: z.boolean(), pushed: z.boolean() }))
    .length(NOTIFICATION_GROUPS.length),
  /** Minutes of the day in a time zone; null: none. */
  quiet: z.object({ from: z.number().int(), until: z.number().int(), zone: z.string() }).nullable(),
  /** The key that a browser subscribes with, null: nothing is pushed here; and what messages to this device name it, null: it takes none. */
  push: z.object({ key: z.string().max(100).nullable(), device: idField.nullable() }),
});

export const notificationSettings = defineCall({
  id: 'x.notificationSettings',
  number: null,
  method: 'GET',
  path: '/x/notification-settings',
  // The service worker asks it whenever a push message comes.
  isPassive: true,
  request: noFields,
  answer: settingsFields,
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; which groups are counted as unread, mailed, and pushed to browsers. All are listed; security always is. `push` is the key to subscribe with, and this device',
});

export const notificationSettingsChange = defineCall({
  id: 'x.notificationSettingsChange',
  number: null,
  method: 'POST',
  path: '/x/notification-settings',
  effect: 'write',
  request: z.object({
    group: groupField.exclude(['security']),
    counted: z.enum(['yes', 'no']).optional(),
    mailed: z.enum(['yes', 'no']).optional(),
    pushed: z.enum(['yes', 'no']).optional(),
  }),
  answer: settingsFields,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; sets one group. What comes later follows it; doing it again changes nothing',
});

export const quietHours = defineCall({
  id: 'x.notificationQuiet',
  number: null,
  method: 'POST',
  path: '/x/notification-quiet',
  effect: 'write',
  request: z.object({ from: minuteField.optional(), until: minuteField.optional(), zone: zoneField.optional() }),
  answer: settingsFields,
  errors: ['SESSION_REQUIRED', 'QUIET_HOURS_REFUSED'],
  source: 'ours; minutes of the day in which only security is mailed and pushed; without fields there are none',
});

const endpointField = z
  .url()
  .max(ENDPOINT_MAX)
  .meta({ examples: ['https://fcm.googleapis.com/fcm/send/example'] });
/** A key of a browser: a point of P-256, and 16 bytes. */
const p256dhField = z
  .string()
  .regex(/^B[A-Za-z0-9_-]{86}$/)
  .meta({ examples: ['BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'] });
const authField = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .meta({ examples: ['tBHItJI5svbpez7KI4CCXg'] });

export const pushStart = defineCall({
  id: 'x.pushStart',
  number: null,
  method: 'POST',
  path: '/x/push-start',
  effect: 'write',
  request: z.object({ endpoint: endpointField, p256dh: p256dhField, auth: authField }),
  answer: settingsFields,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'PUSH_REFUSED'],
  source: 'ours; this device takes push messages (RFC 8030, 8291, 8292) until it is signed out; doing it again changes nothing',
});

export const pushEnd = defineCall({
  id: 'x.pushEnd',
  number: null,
  method: 'POST',
  path: '/x/push-end',
  effect: 'write',
  request: noFields,
  answer: settingsFields,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; this device takes no push messages any more',
});

export const languageChange = defineCall({
  id: 'x.language',
  number: null,
  method: 'POST',
  path: '/x/language',
  effect: 'write',
  request: z.object({ lang: z.enum(LOCALES) }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; the language in which the app is used, for mails; sent at a sign-in and when it changes',
});
