import 'server-only';
import * as api from '../../api/account';
import { accountTermsSchema } from '../../dto/account-terms';
import {
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
} from '../../dto/balances';
import { accountSchema } from '../../dto/session';
import { nothing } from '../../dto/shared';
import { accountTab } from '../../protocol/account-tab';
import {
  accountRecords,
  balanceCard,
  balanceHistory as balanceHistoryCall,
  homeSummary,
  purse,
  reserved as reservedCall,
} from '../../protocol/balances';
import * as extensions from '../../protocol/extensions';
import { userCenter } from '../../protocol/sign-in';
import { serve, serveCall } from '../operation';
import { isFullPage, toPageField } from '../pages';
import { callAs, toIso } from '../upstream';
import { reshapeAccount, reshapeAccountTerms, reshapeBalances, reshapeEntry, reshapeHome } from './reshape';

/** The demo account is filled up in this asset. */
const DEMO_ASSET = 'USDT';

export const account = serveCall(api.account, {
  input: nothing,
  output: accountSchema,
  summary: 'Account facts',
  call: userCenter,
  fields: () => ({}),
  reshape: reshapeAccount,
});

/** The number of the information among the tabs of call 9. */
const INFO_TAB = '1';

export const accountTerms = serveCall(api.accountTerms, {
  input: nothing,
  output: accountTermsSchema,
  summary: 'What money in and out costs and takes; fees as fractions',
  call: accountTab,
  fields: () => ({ tab: INFO_TAB }),
  reshape: reshapeAccountTerms,
});

export const home = serve(api.home, {
  input: nothing,
  output: homeSchema,
  summary: 'Figures of the home screens; money in USDT, rates as fractions',
  run: async (caller) => {
    const [summary, card] = await Promise.all([callAs(caller, homeSummary, {}), callAs(caller, balanceCard, {})]);
    return reshapeHome({ summary, card });
  },
});

export const balanceHistory = serveCall(api.balanceHistory, {
  input: balanceHistoryQuerySchema,
  output: balanceHistorySchema,
  summary: 'What all balances were worth in USDT, oldest first',
  call: balanceHistoryCall,
  fields: ({ range }) => ({ range }),
  reshape: ({ points }) => ({ points: points.map(({ time, value }) => ({ at: toIso(time), value })) }),
});

export const balances = serveCall(api.balances, {
  input: nothing,
  output: balancesSchema,
  summary: "All balances of the session's mode",
  call: purse,
  fields: () => ({}),
  reshape: (rows, { mode }) => reshapeBalances(rows, mode),
});

export const reserved = serveCall(api.reserved, {
  input: reservedQuerySchema,
  output: reservedSchema,
  summary: 'What of a coin is reserved, by what for',
  call: reservedCall,
  fields: ({ asset }) => ({ coin: asset }),
  reshape: (rows) => ({
    rows: rows.map(({ purpose, num, until }) => ({ purpose, amount: num, until: until === undefined ? null : toIso(until) })),
  }),
});

export const records = serveCall(api.records, {
  input: recordsQuerySchema,
  output: recordsSchema,
  summary: 'Ledger lines, newest first',
  call: accountRecords,
  fields: ({ type, asset, page, reference, of }) => ({ type, coin: asset, page: toPageField(page), ref: reference, of }),
  reshape: (rows) => ({ entries: rows.map(reshapeEntry), hasMore: isFullPage(rows) }),
});

export const faucet = serveCall(api.faucet, {
  input: faucetInputSchema,
  output: creditedSchema,
  summary: 'Test money for the real account of a sandbox',
  call: extensions.faucet,
  fields: ({ asset, requestId }) => ({ coin: asset, request_id: requestId }),
  reshape: ({ coin, amount }) => ({ asset: coin, amount }),
});

export const demoTopUp = serveCall(api.demoTopUp, {
  input: topUpInputSchema,
  output: creditedSchema,
  summary: 'Fill up the demo account to its first sum',
  call: extensions.demoTopUp,
  fields: ({ requestId }) => ({ request_id: requestId }),
  reshape: ({ amount }) => ({ asset: DEMO_ASSET, amount }),
});
