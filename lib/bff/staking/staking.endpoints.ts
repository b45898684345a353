import 'server-only';
import * as api from '../../api/staking';
import { nothing } from '../../dto/shared';
import * as dto from '../../dto/staking';
import * as calls from '../../protocol/staking';
import { formatDailyPercent, toRate } from '../../rules/staking';
import { serveCall } from '../operation';
import { isFullPage, toPageField } from '../pages';
import { reshapePosition, reshapeTerm } from './reshape';

export const stakingTerms = serveCall(api.stakingTerms, {
  input: nothing,
  output: dto.stakingTermsSchema,
  summary: 'Terms of staking as they are offered now',
  call: calls.earningTerms,
  fields: () => ({ type: '1' }),
  reshape: (rows) => ({ terms: rows.flatMap((row) => (row.kind === 'hosting' ? [] : reshapeTerm(row))) }),
});

export const stakingTotals = serveCall(api.stakingTotals, {
  input: nothing,
  output: dto.stakingTotalsSchema,
  summary: 'What is staked and what it has earned, in USDT',
  call: calls.earningTotals,
  fields: () => ({}),
  reshape: ({ money, dayshouyi, shouyi }) => ({ staked: money, earnedToday: dayshouyi, earned: shouyi }),
});

export const stakingPositions = serveCall(api.stakingPositions, {
  input: dto.stakingPositionsQuerySchema,
  output: dto.stakingPositionsSchema,
  summary: 'Positions in staking, newest first',
  call: calls.stakingRecords,
  fields: ({ state, page }) => ({ state, page: toPageField(page) }),
  reshape: (rows) => ({ positions: rows.map(reshapePosition), hasMore: isFullPage(rows) }),
});

export const subscribeStaking = serveCall(api.subscribeStaking, {
  input: dto.subscribeInputSchema,
  output: dto.stakingDoneSchema,
  summary: 'Stake an amount for a term',
  call: calls.subscribeEarning,
  fields: ({ term, asset, amount, rate, terms, requestId }) => ({
    id: term,
    price: amount,
    coin: asset,
    rate: formatDailyPercent(toRate(rate)),
    terms,
    request_id: requestId,
  }),
  reshape: (message) => ({ message }),
});

export const redeemStaking = serveCall(api.redeemStaking, {
  input: dto.redeemInputSchema,
  output: dto.stakingDoneSchema,
  summary: 'Leave a position early',
  call: calls.redeemEarning,
  fields: ({ id, requestId }) => ({ id, request_id: requestId }),
  reshape: (message) => ({ message }),
});

export const renewStaking = serveCall(api.renewStaking, {
  input: dto.renewalInputSchema,
  output: dto.stakingDoneSchema,
  summary: 'Say whether a position is renewed when it ends',
  call: calls.stakingRenewal,
  fields: ({ id, renews, requestId }) => ({ id, renew: renews ? ('1' as const) : ('0' as const), request_id: requestId }),
  reshape: (message) => ({ message }),
});
