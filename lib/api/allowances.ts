import type { allowanceReportSchema, allowancesSchema } from '../dto/allowances';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** What the account's wallet lets others take of its tokens. */
export const allowances: MemberRead<typeof nothing, typeof allowancesSchema> = {
  id: 'allowances',
  method: 'GET',
  access: 'member',
  path: '/api/account/allowances',
  topic: 'allowances',
  fresh: 'own',
};
export const allowanceReport: MemberWrite<typeof allowanceReportSchema, typeof doneSchema> = {
  id: 'allowanceReport',
  method: 'POST',
  access: 'member',
  path: '/api/account/allowances',
  makesStale: ['allowances', 'home'],
};
