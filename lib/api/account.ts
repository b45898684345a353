import type { accountTermsSchema } from '../dto/account-terms';
import type {
  balanceHistoryQuerySchema,
  balanceHistorySchema,
  balancesSchema,
  creditedSchema,
  faucetInputSchema,
  homeSchema,
  recordsQuerySchema,
  recordsSchema,
  reservedQuerySchema,
  reservedSchema,
  topUpInputSchema,
} from '../dto/balances';
import type { accountSchema } from '../dto/session';
import type { nothing } from '../dto/shared';
import { CREDIT, type MemberRead, type MemberWrite } from './define';

/** Facts of the account, its balances, ledger lines and test money. */
export const account: MemberRead<typeof nothing, typeof accountSchema> = {
  id: 'account',
  method: 'GET',
  access: 'member',
  path: '/api/account',
  topic: 'account',
  fresh: 'own',
};
export const accountTerms: MemberRead<typeof nothing, typeof accountTermsSchema> = {
  id: 'accountTerms',
  method: 'GET',
  access: 'member',
  path: '/api/account-terms',
  fresh: 'slow',
};
export const home: MemberRead<typeof nothing, typeof homeSchema> = {
  id: 'home',
  method: 'GET',
  access: 'member',
  path: '/api/home',
  topic: 'home',
  fresh: 'own',
};
export const balanceHistory: MemberRead<typeof balanceHistoryQuerySchema, typeof balanceHistorySchema> = {
  id: 'balanceHistory',
  method: 'GET',
  access: 'member',
  path: '/api/balance-history',
  fresh: 'slow',
};
export const balances: MemberRead<typeof nothing, typeof balancesSchema> = {
  id: 'balances',
  method: 'GET',
  access: 'member',
  path: '/api/balances',
  topic: 'balances',
  fresh: 'own',
};
export const reserved: MemberRead<typeof reservedQuerySchema, typeof reservedSchema> = {
  id: 'reserved',
  method: 'GET',
  access: 'member',
  path: '/api/balances/reserved',
  topic: 'balances',
  fresh: 'own',
};
export const records: MemberRead<typeof recordsQuerySchema, typeof recordsSchema> = {
  id: 'records',
  method: 'GET',
  access: 'member',
  path: '/api/records',
  topic: 'records',
  fresh: 'own',
};
export const faucet: MemberWrite<typeof faucetInputSchema, typeof creditedSchema> = {
  id: 'faucet',
  method: 'POST',
  access: 'member',
  path: '/api/faucet',
  numbered: 'x.faucet',
  makesStale: CREDIT,
};
export const demoTopUp: MemberWrite<typeof topUpInputSchema, typeof creditedSchema> = {
  id: 'demoTopUp',
  method: 'POST',
  access: 'member',
  path: '/api/demo-top-up',
  numbered: 'x.demoTopUp',
  makesStale: CREDIT,
};
