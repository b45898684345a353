import { z } from 'zod';
import { NOTIFICATION_GROUPS, NOTIFICATION_KINDS, type NotificationKind } from '../rules/notifications';
import { defineCall } from './define-call';
import { idField, messageAnswer, millisField, noFields, pageField } from './fields';
import { MODES } from './wire';

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
  values: z.record(z.string().max(40), z.string().max(200)),
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

const settingsFields = z.object({
  groups: z.array(z.object({ group: groupField, counted: z.boolean() })).length(NOTIFICATION_GROUPS.length),
});

export const notificationSettings = defineCall({
  id: 'x.notificationSettings',
  number: null,
  method: 'GET',
  path: '/x/notification-settings',
  request: noFields,
  answer: settingsFields,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; which groups are counted as unread. All are listed; security is always counted',
});

export const notificationSettingsChange = defineCall({
  id: 'x.notificationSettingsChange',
  number: null,
  method: 'POST',
  path: '/x/notification-settings',
  effect: 'write',
  request: z.object({ group: groupField.exclude(['security']), counted: z.enum(['yes', 'no']) }),
  answer: settingsFields,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; sets one group. What comes later follows it; doing it again changes nothing',
});
