import 'server-only';
import * as api from '../../api/hosting';
import * as dto from '../../dto/hosting';
import { nothing } from '../../dto/shared';
import * as hostingCalls from '../../protocol/hosting';
import * as calls from '../../protocol/staking';
import { serveCall } from '../operation';
import { isFullPage, toPageField } from '../pages';
import { reshapeBook, reshapeDay, reshapeEntries, reshapeHosted, reshapeOrder, reshapePlan } from './reshape';

export const hostingPlans = serveCall(api.hostingPlans, {
  input: nothing,
  output: dto.hostingPlansSchema,
  summary: 'Plans of AI hosting as they are offered now',
  call: calls.earningTerms,
  fields: () => ({ type: '0' }),
  reshape: (rows) => ({ plans: rows.flatMap((row) => (row.kind === 'hosting' ? reshapePlan(row) : [])) }),
});

export const hostingTotals = serveCall(api.hostingTotals, {
  input: nothing,
  output: dto.hostingTotalsSchema,
  summary: 'What is hosted and what it has brought, in USDT',
  call: calls.earningTotals,
  fields: () => ({ type: '0' }),
  reshape: ({ money, dayshouyi, shouyi }) => ({ worth: money, dayIncome: dayshouyi, income: shouyi }),
});

export const hosted = serveCall(api.hosted, {
  input: dto.hostedQuerySchema,
  output: dto.hostedListSchema,
  summary: 'What is and was hosted, newest first',
  call: hostingCalls.hostingRecords,
  fields: ({ state, page }) => ({ state, page: toPageField(page) }),
  reshape: (rows) => ({ hosted: rows.map(reshapeHosted), hasMore: isFullPage(rows) }),
});

export const hostingBook = serveCall(api.hostingBook, {
  input: dto.hostingBookQuerySchema,
  output: dto.hostingBookSchema,
  summary: 'The open book of a plan: its parts and its figures',
  call: hostingCalls.hostingBook,
  fields: ({ plan }) => ({ plan }),
  reshape: reshapeBook,
});

export const hostingDays = serveCall(api.hostingDays, {
  input: dto.hostingDaysQuerySchema,
  output: dto.hostingDaysSchema,
  summary: 'Days of the open book of a plan, newest first',
  call: hostingCalls.hostingDays,
  fields: ({ plan, after }) => ({ plan, before: after }),
  reshape: ({ days, next }) => ({ days: days.map(reshapeDay), next }),
});

export const hostingEntries = serveCall(api.hostingEntries, {
  input: dto.hostingEntriesQuerySchema,
  output: dto.hostingEntriesSchema,
  summary: "Journals of the account of a plan's open book, newest first",
  call: hostingCalls.hostingEntries,
  fields: ({ plan, order, day, after }) => ({ plan, order, day, before: after }),
  reshape: reshapeEntries,
});

export const hostingOrders = serveCall(api.hostingOrders, {
  input: dto.hostingOrdersQuerySchema,
  output: dto.hostingOrdersSchema,
  summary: 'Orders of the open book of a plan, newest first',
  call: hostingCalls.hostingOrders,
  fields: ({ plan, after }) => ({ plan, before: after }),
  reshape: ({ orders, next }) => ({ orders: orders.map(reshapeOrder), next }),
});

export const host = serveCall(api.host, {
  input: dto.hostInputSchema,
  output: dto.hostingDoneSchema,
  summary: 'Host an amount in a plan',
  call: calls.subscribeEarning,
  fields: ({ plan, asset, amount, terms, requestId }) => ({
    id: plan,
    price: amount,
    coin: asset,
    terms,
    type: '0',
    request_id: requestId,
  }),
  reshape: (message) => ({ message }),
});

export const leaveHosting = serveCall(api.leaveHosting, {
  input: dto.leaveHostingInputSchema,
  output: dto.hostingDoneSchema,
  summary: 'Leave a plan at the next valuation',
  call: calls.redeemEarning,
  fields: ({ id, requestId }) => ({ id, type: '0', request_id: requestId }),
  reshape: (message) => ({ message }),
});
