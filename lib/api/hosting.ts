import type {
  hostedListSchema,
  hostedQuerySchema,
  hostingBookQuerySchema,
  hostingBookSchema,
  hostingDaysQuerySchema,
  hostingDaysSchema,
  hostingDoneSchema,
  hostingEntriesQuerySchema,
  hostingEntriesSchema,
  hostingOrdersQuerySchema,
  hostingOrdersSchema,
  hostingPlansSchema,
  hostingTotalsSchema,
  hostInputSchema,
  leaveHostingInputSchema,
} from '../dto/hosting';
import type { nothing } from '../dto/shared';
import { CREDIT, EARNING, type MemberRead, type MemberWrite } from './define';

/** AI hosting: plans, what is hosted, and the open book. It goes stale with what staking earns: one event of the account tells of both. */
const OWN = { method: 'GET', access: 'member', topic: 'staking', fresh: 'own' } as const;
export const hostingPlans: MemberRead<typeof nothing, typeof hostingPlansSchema> = {
  ...OWN,
  id: 'hostingPlans',
  path: '/api/hosting/plans',
};
export const hostingTotals: MemberRead<typeof nothing, typeof hostingTotalsSchema> = {
  ...OWN,
  id: 'hostingTotals',
  path: '/api/hosting/totals',
};
export const hosted: MemberRead<typeof hostedQuerySchema, typeof hostedListSchema> = {
  ...OWN,
  id: 'hosted',
  path: '/api/hosting/positions',
};
export const hostingBook: MemberRead<typeof hostingBookQuerySchema, typeof hostingBookSchema> = {
  ...OWN,
  id: 'hostingBook',
  path: '/api/hosting/book',
};
export const hostingDays: MemberRead<typeof hostingDaysQuerySchema, typeof hostingDaysSchema> = {
  ...OWN,
  id: 'hostingDays',
  path: '/api/hosting/days',
};
export const hostingEntries: MemberRead<typeof hostingEntriesQuerySchema, typeof hostingEntriesSchema> = {
  ...OWN,
  id: 'hostingEntries',
  path: '/api/hosting/entries',
};
export const hostingOrders: MemberRead<typeof hostingOrdersQuerySchema, typeof hostingOrdersSchema> = {
  ...OWN,
  id: 'hostingOrders',
  path: '/api/hosting/orders',
};
export const host: MemberWrite<typeof hostInputSchema, typeof hostingDoneSchema> = {
  id: 'host',
  method: 'POST',
  access: 'member',
  path: '/api/hosting/positions',
  numbered: 'hosting.subscribe',
  makesStale: [...EARNING, ...CREDIT],
};
export const leaveHosting: MemberWrite<typeof leaveHostingInputSchema, typeof hostingDoneSchema> = {
  id: 'leaveHosting',
  method: 'POST',
  access: 'member',
  path: '/api/hosting/redemptions',
  numbered: 'hosting.leave',
  makesStale: [...EARNING, ...CREDIT],
};
