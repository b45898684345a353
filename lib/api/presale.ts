import type {
  presaleBoughtSchema,
  presaleBuyInputSchema,
  presalePurchasesQuerySchema,
  presalePurchasesSchema,
  presalesSchema,
} from '../dto/presale';
import type { nothing } from '../dto/shared';
import { CREDIT, type MemberRead, type MemberWrite } from './define';

/** Pre-sales, and what one has asked for in them. */
export const presales: MemberRead<typeof nothing, typeof presalesSchema> = {
  id: 'presales',
  method: 'GET',
  access: 'member',
  path: '/api/presales',
  topic: 'presale',
  fresh: 'own',
};
export const presalePurchases: MemberRead<typeof presalePurchasesQuerySchema, typeof presalePurchasesSchema> = {
  id: 'presalePurchases',
  method: 'GET',
  access: 'member',
  path: '/api/presales/purchases',
  topic: 'presale',
  fresh: 'own',
};
export const presaleBuy: MemberWrite<typeof presaleBuyInputSchema, typeof presaleBoughtSchema> = {
  id: 'presaleBuy',
  method: 'POST',
  access: 'member',
  path: '/api/presales/purchases',
  numbered: 'presale.buy',
  makesStale: ['presale', ...CREDIT],
};
