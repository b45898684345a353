import 'server-only';
import type { z } from 'zod';
import * as api from '../../api/notifications';
import * as dto from '../../dto/notifications';
import { nothing } from '../../dto/shared';
import * as protocol from '../../protocol/notifications';
import { serveCall } from '../operation';
import { toIso } from '../upstream';

function reshapeNotification({ time, read, ...row }: z.output<typeof protocol.notification.answer>): dto.Notification {
  return { ...row, at: toIso(time), isRead: read };
}

function reshapeSettings({ groups, ...settings }: z.output<typeof protocol.notificationSettings.answer>) {
  return {
    groups: groups.map(({ group, counted, mailed, pushed }) => ({ group, isCounted: counted, isMailed: mailed, isPushed: pushed })),
    ...settings,
  };
}

function toYesOrNo(isYes: boolean | undefined): 'yes' | 'no' | undefined {
  return isYes === undefined ? undefined : isYes ? 'yes' : 'no';
}

export const notifications = serveCall(api.notifications, {
  input: dto.notificationsQuerySchema,
  output: dto.notificationsSchema,
  summary: 'Notifications of the user, newest first',
  call: protocol.notificationList,
  fields: ({ after, unread, group }) => ({ before: after, unread, group }),
  reshape: ({ rows, next }) => ({ notifications: rows.map(reshapeNotification), next }),
});

export const notification = serveCall(api.notification, {
  input: dto.notificationQuerySchema,
  output: dto.notificationSchema,
  summary: 'One notification',
  call: protocol.notification,
  fields: ({ id }) => ({ id }),
  reshape: reshapeNotification,
});

export const unreadNotifications = serveCall(api.unreadNotifications, {
  input: nothing,
  output: dto.unreadSchema,
  summary: 'How many notifications are unread',
  call: protocol.unreadCount,
  fields: () => ({}),
  reshape: (unread) => ({ unread }),
});

export const markNotificationsRead = serveCall(api.markNotificationsRead, {
  input: dto.markReadInputSchema,
  output: dto.markedSchema,
  summary: 'Mark one notification, or all, as read',
  call: protocol.markRead,
  fields: ({ id }) => ({ id }),
  reshape: () => ({ done: true as const }),
});

export const notificationSettings = serveCall(api.notificationSettings, {
  input: nothing,
  output: dto.notificationSettingsSchema,
  summary: 'Which groups of notifications are counted as unread',
  call: protocol.notificationSettings,
  fields: () => ({}),
  reshape: reshapeSettings,
});

export const notificationSettingsChange = serveCall(api.notificationSettingsChange, {
  input: dto.notificationSettingsInputSchema,
  output: dto.notificationSettingsSchema,
  summary: 'Count, mail or push a group of notifications, or not',
  call: protocol.notificationSettingsChange,
  fields: ({ group, isCounted, isMailed, isPushed }) => ({
    group,
    counted: toYesOrNo(isCounted),
    mailed: toYesOrNo(isMailed),
    pushed: toYesOrNo(isPushed),
  }),
  reshape: reshapeSettings,
});

export const pushStart = serveCall(api.pushStart, {
  input: dto.pushInputSchema,
  output: dto.notificationSettingsSchema,
  summary: 'Push notifications to this browser until the device is signed out',
  call: protocol.pushStart,
  fields: (input) => input,
  reshape: reshapeSettings,
});

export const pushEnd = serveCall(api.pushEnd, {
  input: nothing,
  output: dto.notificationSettingsSchema,
  summary: 'Push nothing to this browser any more',
  call: protocol.pushEnd,
  fields: () => ({}),
  reshape: reshapeSettings,
});

export const quietHours = serveCall(api.quietHours, {
  input: dto.quietHoursInputSchema,
  output: dto.notificationSettingsSchema,
  summary: 'Hours in which only security is mailed and pushed',
  call: protocol.quietHours,
  fields: ({ quiet }) => (quiet === null ? {} : { from: String(quiet.from), until: String(quiet.until), zone: quiet.zone }),
  reshape: reshapeSettings,
});
