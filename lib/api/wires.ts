import type { doneSchema } from '../dto/shared';
import type { wireCancelInputSchema, wireSchema, wiresQuerySchema, wiresSchema, wireStartInputSchema } from '../dto/wires';
import type { MemberRead, MemberWrite } from './define';

const TOPIC = 'wires';

/** Money that comes in by bank. Its proof is that of every deposit. */
export const wires: MemberRead<typeof wiresQuerySchema, typeof wiresSchema> = {
  id: 'wires',
  method: 'GET',
  access: 'member',
  path: '/api/deposits/wires',
  topic: TOPIC,
  fresh: 'own',
};
export const wireStart: MemberWrite<typeof wireStartInputSchema, typeof wireSchema> = {
  id: 'wireStart',
  method: 'POST',
  access: 'member',
  path: '/api/deposits/wires',
  numbered: 'x.wireStart',
  makesStale: [TOPIC],
};
export const wireCancel: MemberWrite<typeof wireCancelInputSchema, typeof doneSchema> = {
  id: 'wireCancel',
  method: 'POST',
  access: 'member',
  path: '/api/deposits/wires/cancel',
  makesStale: [TOPIC],
};
