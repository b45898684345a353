import {
  balancesSchema,
  creditedSchema,
  faucetInputSchema,
  homeSchema,
  recordsQuerySchema,
  recordsSchema,
  topUpInputSchema,
} from '../dto/balances';
import { accountSchema } from '../dto/session';
import { defineEndpoint, nothing, read, write } from './define-endpoint';

/** The endpoints of the account: its facts, balances, ledger lines and test money. */
export const accountEndpoints = {
  account: defineEndpoint({ ...read, path: '/api/account', input: nothing, output: accountSchema, summary: 'Account facts' }),
  home: defineEndpoint({ ...read, path: '/api/home', input: nothing, output: homeSchema, summary: 'Figures of the home screens' }),
  balances: defineEndpoint({
    ...read,
    path: '/api/balances',
    input: nothing,
    output: balancesSchema,
    summary: "All balances of the session's mode",
  }),
  records: defineEndpoint({
    ...read,
    path: '/api/records',
    input: recordsQuerySchema,
    output: recordsSchema,
    summary: 'Ledger lines, newest first',
  }),
  faucet: defineEndpoint({
    ...write,
    path: '/api/faucet',
    input: faucetInputSchema,
    output: creditedSchema,
    summary: 'Test money for the real account of a sandbox',
  }),
  demoTopUp: defineEndpoint({
    ...write,
    path: '/api/demo-top-up',
    input: topUpInputSchema,
    output: creditedSchema,
    summary: 'Fill up the demo account',
  }),
} as const;
