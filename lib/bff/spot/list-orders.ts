import 'server-only';
import type { z } from 'zod';
import type { Orders, ordersQuerySchema } from '../../dto/spot';
import { openOrders, orderHistory } from '../../protocol/spot';
import { isFullPage, toHistoryFields } from '../pages';
import { type Caller, callAs } from '../upstream';
import { reshapeOrder } from './reshape';

/**
 * Returns one page of the user's spot orders in the session's mode, newest first; the open ones of one market all at once.
 * @throws SESSION_REQUIRED, MARKET_UNKNOWN
 */
export async function listOrders(caller: Caller, query: z.infer<typeof ordersQuerySchema>): Promise<Orders> {
  if (query.state === 'open' && query.symbol !== undefined) {
    const { entrust } = await callAs(caller, openOrders, { market: query.symbol, type: 'spot' });
    return { orders: entrust.map(reshapeOrder), hasMore: false };
  }
  const rows = await callAs(caller, orderHistory, toHistoryFields('spot', query));
  return { orders: rows.map(reshapeOrder), hasMore: isFullPage(rows) };
}
