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

function reshapeSettings({ groups }: z.output<typeof protocol.notificationSettings.answer>) {
  return { groups: groups.map(({ group, counted }) => ({ group, isCounted: counted })) };
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
  summary: 'Count a group of notifications, or not',
  call: protocol.notificationSettingsChange,
  fields: ({ group, isCounted }) => ({ group, counted: isCounted ? ('yes' as const) : ('no' as const) }),
  reshape: reshapeSettings,
});
