import 'server-only';
import * as api from '../../api/lists';
import * as dto from '../../dto/lists';
import { actList as actListCall } from '../../protocol/balances';
import * as calls from '../../protocol/lists';
import { serveCall } from '../operation';
import { reshapeContract } from '../options/reshape';
import { reshapeClosed, reshapeFundingPayment, reshapeLiquidation, reshapePerpetualOrder } from '../perpetual/reshape';
import { reshapeOrder } from '../spot/reshape';
import { reshapeAct } from './reshape';
import { toMarketListFields, toOrderListFields, toRecordListFields } from './to-list-fields';

export const spotHistory = serveCall(api.spotHistory, {
  input: dto.spotListQuerySchema,
  output: dto.spotListSchema,
  summary: 'Spot orders that are over, newest first, narrowed by time, market and kind',
  call: calls.spotOrderList,
  fields: ({ after, ...asked }) => ({ ...toOrderListFields(asked), before: after }),
  reshape: ({ rows, next }) => ({ orders: rows.map(reshapeOrder), next }),
});

export const perpetualHistory = serveCall(api.perpetualHistory, {
  input: dto.perpetualListQuerySchema,
  output: dto.perpetualListSchema,
  summary: 'Perpetual orders that are over, newest first, narrowed by time, market and kind',
  call: calls.perpetualOrderList,
  fields: ({ after, ...asked }) => ({ ...toOrderListFields(asked), before: after }),
  reshape: ({ rows, next }) => ({ orders: rows.map(reshapePerpetualOrder), next }),
});

export const closedList = serveCall(api.closedList, {
  input: dto.closedListQuerySchema,
  output: dto.closedListSchema,
  summary: 'Closed positions, the one closed last first, narrowed by time, market and what closed them',
  call: calls.closedPositionList,
  fields: ({ after, ...asked }) => ({ ...toOrderListFields(asked), before: after }),
  reshape: ({ rows, next }) => ({ positions: rows.map(reshapeClosed), next }),
});

export const paymentList = serveCall(api.paymentList, {
  input: dto.marketListQuerySchema,
  output: dto.paymentListSchema,
  summary: 'Own funding payments, newest first, narrowed by time and market',
  call: calls.fundingPaymentList,
  fields: ({ after, ...asked }) => ({ ...toMarketListFields(asked), before: after }),
  reshape: ({ rows, next }) => ({ payments: rows.map(reshapeFundingPayment), next }),
});

export const liquidationList = serveCall(api.liquidationList, {
  input: dto.marketListQuerySchema,
  output: dto.liquidationListSchema,
  summary: 'Own liquidations, newest first, narrowed by time and market',
  call: calls.liquidationList,
  fields: ({ after, ...asked }) => ({ ...toMarketListFields(asked), before: after }),
  reshape: ({ rows, next }) => ({ liquidations: rows.map(reshapeLiquidation), next }),
});

export const contractList = serveCall(api.contractList, {
  input: dto.contractListQuerySchema,
  output: dto.contractListSchema,
  summary: 'Settled seconds contracts, newest first, narrowed by time, market and result',
  call: calls.optionList,
  fields: ({ after, ...asked }) => ({ ...toOrderListFields(asked), before: after }),
  reshape: ({ rows, next }) => ({ contracts: rows.map(reshapeContract), next }),
});

export const actList = serveCall(api.actList, {
  input: dto.recordListQuerySchema,
  output: dto.actListSchema,
  summary: 'What the owner did, newest first, one row an order, pair, withdrawal or other act with what it came to',
  call: actListCall,
  fields: ({ after, ...asked }) => ({ ...toRecordListFields(asked), before: after }),
  reshape: ({ rows, next }) => ({ acts: rows.map(reshapeAct), next }),
});
