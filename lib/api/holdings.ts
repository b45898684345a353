import type { holdingsSchema } from '../dto/holdings';
import type { nothing } from '../dto/shared';
import type { MemberRead } from './define';

/** What the coins of the account cost. */
export const holdings: MemberRead<typeof nothing, typeof holdingsSchema> = {
  id: 'holdings',
  method: 'GET',
  access: 'member',
  path: '/api/holdings',
  topic: 'balances',
  fresh: 'own',
};
