import type { nothing } from '../dto/shared';
import type { vipSchema } from '../dto/vip';
import type { MemberRead } from './define';

/** The membership of a user. */
export const vip: MemberRead<typeof nothing, typeof vipSchema> = {
  id: 'vip',
  method: 'GET',
  access: 'member',
  path: '/api/vip',
  topic: 'rewards',
  fresh: 'own',
};
