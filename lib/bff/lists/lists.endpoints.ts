import 'server-only';
import * as api from '../../api/lists';
import * as dto from '../../dto/lists';
import * as calls from '../../protocol/lists';
import { serveCall } from '../operation';
import { reshapePerpetualOrder } from '../perpetual/reshape';
import { reshapeOrder } from '../spot/reshape';
import { toOrderListFields } from './to-list-fields';

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
