import type { alertCreatedSchema, alertCreateInputSchema, alertRemovedSchema, alertRemoveInputSchema, alertsSchema } from '../dto/alerts';
import type { nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** One that came is a notification: whoever reads those again reads alerts again. */
const TOPIC = 'notifications';

/** What the user wants to be alerted of; the same in both modes. */
export const alerts: MemberRead<typeof nothing, typeof alertsSchema> = {
  id: 'alerts',
  method: 'GET',
  access: 'member',
  path: '/api/alerts',
  topic: TOPIC,
  fresh: 'own',
};
export const alertCreate: MemberWrite<typeof alertCreateInputSchema, typeof alertCreatedSchema> = {
  id: 'alertCreate',
  method: 'POST',
  access: 'member',
  path: '/api/alerts',
  numbered: 'x.alertCreate',
  makesStale: [TOPIC],
};
export const alertRemove: MemberWrite<typeof alertRemoveInputSchema, typeof alertRemovedSchema> = {
  id: 'alertRemove',
  method: 'POST',
  access: 'member',
  path: '/api/alerts/remove',
  makesStale: [TOPIC],
};
