import { spotOrderList } from '../../../lib/protocol/lists';
import { spotFills } from '../../../lib/protocol/spot-fills';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { readerOf, toListPage } from '../../platform/keyset-pages';
import { callerOf, formatAmount, listClosedOrders, requireMarket } from '../matching/matching';
import { listOwnFills, type OwnFill } from './spot.fills.repository';
import { SPOT_ORDERS } from './spot.repository';
import type { SpotService } from './spot.service';
import { toOrderWire } from './spot.wire';

/** Orders that are over and fills, narrowed by time, market and kind. */
export function createListCalls(db: Database, service: SpotService): RegisteredCall[] {
  return [
    handle(spotOrderList, async ({ market, kind, ...list }, context) => {
      if (market !== undefined) requireMarket(service, market);
      const input = { ...callerOf(context), ...toListPage(list), market: market ?? null, kind: kind ?? null };
      const { rows, next } = await listClosedOrders(readerOf(db, list), SPOT_ORDERS, input);
      return { rows: rows.map(toOrderWire), next };
    }),
    handle(spotFills, async ({ order, fill, market, kind, ...list }, context) => {
      if (market !== undefined) requireMarket(service, market);
      if ((order === undefined) !== (fill === undefined)) throw new DomainError('REQUEST_INVALID', { params: { field: 'fill' } });
      const after = order === undefined || fill === undefined ? null : { orderId: order, fillId: fill };
      const page = toListPage({ ...list, size: 'file' });
      const { rows, next } = await listOwnFills(db.past, {
        ...callerOf(context),
        ...page,
        market: market ?? null,
        kind: kind ?? null,
        after,
      });
      return { rows: rows.map(toFillWire), next: next === null ? null : { order: next.orderId, fill: next.fillId } };
    }),
  ];
}

function toFillWire(row: OwnFill) {
  const [base = '', quote = ''] = row.market.split('-');
  return {
    id: row.id,
    order: row.orderId,
    market: row.market,
    type: row.side,
    kind: row.kind,
    price: row.price,
    num: formatAmount(row.quantity),
    value: formatAmount(row.value),
    fee: formatAmount(row.fee),
    fee_coin: row.side === 'buy' ? base : quote,
    liquidity: row.liquidity,
    time: row.at,
  };
}
