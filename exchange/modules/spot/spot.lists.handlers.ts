import { spotOrderList } from '../../../lib/protocol/lists';
import { spotFills } from '../../../lib/protocol/fills';
import type { SpotOrderKind } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { readerOf, toListPage } from '../../platform/keyset-pages';
import { callerOf, listClosedOrders, listOwnFills, readFillPage, requireMarket, toFillsWire } from '../matching/matching';
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
    handle(spotFills, async ({ market, kind, ...asked }, context) => {
      if (market !== undefined) requireMarket(service, market);
      const input = { ...callerOf(context), ...readFillPage(asked), market: market ?? null, kind: kind ?? null };
      return toFillsWire(await listOwnFills(db.past, SPOT_ORDERS, input), (row) => {
        const [base = '', quote = ''] = row.market.split('-');
        return { type: row.side, kind: row.kind as SpotOrderKind, fee_coin: row.side === 'buy' ? base : quote };
      });
    }),
  ];
}
