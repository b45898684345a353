import type {
  markedSchema,
  markReadInputSchema,
  notificationQuerySchema,
  notificationSchema,
  notificationSettingsInputSchema,
  notificationSettingsSchema,
  notificationsQuerySchema,
  notificationsSchema,
  pushInputSchema,
  quietHoursInputSchema,
  unreadSchema,
} from '../dto/notifications';
import type { nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

const TOPIC = 'notifications';

/** What the user is told of; the same in both modes. */
export const notifications: MemberRead<typeof notificationsQuerySchema, typeof notificationsSchema> = {
  id: 'notifications',
  method: 'GET',
  access: 'member',
  path: '/api/notifications',
  topic: TOPIC,
  fresh: 'own',
};
export const notification: MemberRead<typeof notificationQuerySchema, typeof notificationSchema> = {
  id: 'notification',
  method: 'GET',
  access: 'member',
  path: '/api/notifications/{id}',
  topic: TOPIC,
  fresh: 'own',
};
export const unreadNotifications: MemberRead<typeof nothing, typeof unreadSchema> = {
  id: 'unreadNotifications',
  method: 'GET',
  access: 'member',
  path: '/api/notifications/unread',
  topic: TOPIC,
  fresh: 'own',
};
export const markNotificationsRead: MemberWrite<typeof markReadInputSchema, typeof markedSchema> = {
  id: 'markNotificationsRead',
  method: 'POST',
  access: 'member',
  path: '/api/notifications/read',
  makesStale: [TOPIC],
};
export const notificationSettings: MemberRead<typeof nothing, typeof notificationSettingsSchema> = {
  id: 'notificationSettings',
  method: 'GET',
  access: 'member',
  path: '/api/notifications/settings',
  topic: 'notificationSettings',
  fresh: 'own',
};
export const notificationSettingsChange: MemberWrite<typeof notificationSettingsInputSchema, typeof notificationSettingsSchema> = {
  id: 'notificationSettingsChange',
  method: 'POST',
  access: 'member',
  path: '/api/notifications/settings',
  makesStale: ['notificationSettings'],
};
export const pushStart: MemberWrite<typeof pushInputSchema, typeof notificationSettingsSchema> = {
  id: 'pushStart',
  method: 'POST',
  access: 'member',
  path: '/api/notifications/push',
  makesStale: ['notificationSettings'],
};
export const pushEnd: MemberWrite<typeof nothing, typeof notificationSettingsSchema> = {
  id: 'pushEnd',
  method: 'POST',
  access: 'member',
  path: '/api/notifications/push/end',
  makesStale: ['notificationSettings'],
};
export const quietHours: MemberWrite<typeof quietHoursInputSchema, typeof notificationSettingsSchema> = {
  id: 'quietHours',
  method: 'POST',
  access: 'member',
  path: '/api/notifications/quiet',
  makesStale: ['notificationSettings'],
};
