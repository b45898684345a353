import type {
  actListSchema,
  closedListQuerySchema,
  closedListSchema,
  contractListQuerySchema,
  contractListSchema,
  liquidationListSchema,
  marketListQuerySchema,
  paymentListSchema,
  recordListQuerySchema,
  perpetualListQuerySchema,
  perpetualListSchema,
  spotListQuerySchema,
  spotListSchema,
} from '../dto/lists';
import type { MemberRead } from './define';

/** Orders that are over, narrowed by time, market and kind. */
export const spotHistory: MemberRead<typeof spotListQuerySchema, typeof spotListSchema> = {
  id: 'spotHistory',
  method: 'GET',
  access: 'member',
  path: '/api/spot/history',
  topic: 'orders',
  fresh: 'own',
};
export const perpetualHistory: MemberRead<typeof perpetualListQuerySchema, typeof perpetualListSchema> = {
  id: 'perpetualHistory',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/history',
  topic: 'orders',
  fresh: 'own',
};
/** Closed positions, funding payments and liquidations, narrowed by time and market, the first by what closed them as well. */
export const closedList: MemberRead<typeof closedListQuerySchema, typeof closedListSchema> = {
  id: 'closedList',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/closed-list',
  topic: 'orders',
  fresh: 'own',
};
export const paymentList: MemberRead<typeof marketListQuerySchema, typeof paymentListSchema> = {
  id: 'paymentList',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/payment-list',
  topic: 'orders',
  fresh: 'own',
};
export const liquidationList: MemberRead<typeof marketListQuerySchema, typeof liquidationListSchema> = {
  id: 'liquidationList',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/liquidation-list',
  topic: 'orders',
  fresh: 'own',
};
/** Settled seconds contracts, narrowed by time, market and result. */
export const contractList: MemberRead<typeof contractListQuerySchema, typeof contractListSchema> = {
  id: 'contractList',
  method: 'GET',
  access: 'member',
  path: '/api/options/settled',
  topic: 'orders',
  fresh: 'own',
};
/** What the owner did, with what it came to: one row an order, a pair, a withdrawal. */
export const actList: MemberRead<typeof recordListQuerySchema, typeof actListSchema> = {
  id: 'actList',
  method: 'GET',
  access: 'member',
  path: '/api/act-list',
  topic: 'records',
  fresh: 'own',
};
