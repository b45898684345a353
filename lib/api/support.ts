import type {
  supportDoneSchema,
  supportQuerySchema,
  supportRateInputSchema,
  supportReadInputSchema,
  supportSchema,
  supportSendInputSchema,
  supportUnreadSchema,
} from '../dto/support';
import type { nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

const TOPIC = 'support';

/** The user's thread with support; the same in both modes. */
export const support: MemberRead<typeof supportQuerySchema, typeof supportSchema> = {
  id: 'support',
  method: 'GET',
  access: 'member',
  path: '/api/support',
  topic: TOPIC,
  fresh: 'own',
};
/** How many answers the user hasn't opened. */
export const supportUnread: MemberRead<typeof nothing, typeof supportUnreadSchema> = {
  id: 'supportUnread',
  method: 'GET',
  access: 'member',
  path: '/api/support/unread',
  topic: TOPIC,
  fresh: 'own',
};
export const supportSend: MemberWrite<typeof supportSendInputSchema, typeof supportDoneSchema> = {
  id: 'supportSend',
  method: 'POST',
  access: 'member',
  path: '/api/support',
  numbered: 'support.send',
  makesStale: [TOPIC],
};
export const supportRead: MemberWrite<typeof supportReadInputSchema, typeof supportDoneSchema> = {
  id: 'supportRead',
  method: 'POST',
  access: 'member',
  path: '/api/support/read',
  makesStale: [TOPIC],
};
export const supportRate: MemberWrite<typeof supportRateInputSchema, typeof supportDoneSchema> = {
  id: 'supportRate',
  method: 'POST',
  access: 'member',
  path: '/api/support/rate',
  makesStale: [TOPIC],
};
