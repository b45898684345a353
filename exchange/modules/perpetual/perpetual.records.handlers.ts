import { toMode } from '../../../lib/protocol/fields';
import { perpetualFills } from '../../../lib/protocol/fills';
import { closedPositionList, fundingPaymentList, liquidationList, perpetualOrderList } from '../../../lib/protocol/lists';
import { fundingPayments, fundingRates, liquidations, perpetualOrderDetail } from '../../../lib/protocol/perpetual-records';
import type { PerpetualListedKind } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { readerOf, toListPage } from '../../platform/keyset-pages';
import {
  callerOf,
  findOwnOrder,
  holdReference,
  listAmendments,
  listClosedOrders,
  listOrderEntries,
  listOwnFills,
  readFillPage,
  toFillsWire,
  toFillWire,
} from '../matching/matching';
import { listClosedRange, listFillsOfOrder } from './perpetual.queries';
import { listFundingPayments, listFundingRates, listLiquidationRows, listLiquidations, listPayments } from './perpetual.records';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import { formatUnits8, toClosedRow, toOrderWire } from './perpetual.wire';

/** What was exchanged, liquidated and posted: everything a user needs to check it. */
export function createRecordCalls(db: Database, requireMarket: (market: string) => void): RegisteredCall[] {
  return [
    handle(fundingRates, async ({ market, is_cs, page }) => {
      requireMarket(market);
      return listFundingRates(db.read, { market, mode: toMode(is_cs), page: Number(page ?? '1') });
    }),
    handle(fundingPayments, async ({ market, page }, context) => {
      if (market !== undefined) requireMarket(market);
      return listFundingPayments(db.read, {
        ...callerOf(context),
        market: market ?? null,
        page: Number(page ?? '1'),
      });
    }),
    handle(liquidations, async ({ market, page }, context) => {
      if (market !== undefined) requireMarket(market);
      return listLiquidations(db.read, {
        ...callerOf(context),
        market: market ?? null,
        page: Number(page ?? '1'),
      });
    }),
    handle(perpetualOrderList, async ({ market, kind, ...list }, context) => {
      if (market !== undefined) requireMarket(market);
      const input = { ...callerOf(context), ...toListPage(list), market: market ?? null, kind: kind ?? null };
      const { rows, next } = await listClosedOrders(readerOf(db, list), PERPETUAL_ORDERS, input);
      return { rows: rows.map(toOrderWire), next };
    }),
    handle(perpetualFills, async ({ market, kind, ...asked }, context) => {
      if (market !== undefined) requireMarket(market);
      const input = { ...callerOf(context), ...readFillPage(asked), market: market ?? null, kind: kind ?? null };
      return toFillsWire(await listOwnFills(db.past, PERPETUAL_ORDERS, input), (row) => ({
        type: row.side === 'buy' ? ('long' as const) : ('short' as const),
        kind: row.kind as PerpetualListedKind,
        fee_coin: row.market.split('-')[1] ?? '',
        profit: formatUnits8(row.realized),
      }));
    }),
    handle(closedPositionList, async ({ market, kind, ...list }, context) => {
      if (market !== undefined) requireMarket(market);
      const input = { ...callerOf(context), ...toListPage(list), market: market ?? null, kind: kind ?? null };
      const { rows, next } = await listClosedRange(readerOf(db, list), input);
      return { rows: rows.map(toClosedRow), next };
    }),
    handle(fundingPaymentList, async ({ market, ...list }, context) => {
      if (market !== undefined) requireMarket(market);
      return listPayments(readerOf(db, list), { ...callerOf(context), ...toListPage(list), market: market ?? null, kind: null });
    }),
    handle(liquidationList, async ({ market, ...list }, context) => {
      if (market !== undefined) requireMarket(market);
      return listLiquidationRows(readerOf(db, list), { ...callerOf(context), ...toListPage(list), market: market ?? null, kind: null });
    }),
    handle(perpetualOrderDetail, async ({ id }, context) => {
      const caller = callerOf(context);
      const order = await findOwnOrder(db.read, PERPETUAL_ORDERS, { ...caller, id });
      if (order === null) throw new DomainError('ORDER_NOT_FOUND');
      const fills = await listFillsOfOrder(db.read, id);
      const { amendments, journalIds, holds } = await listAmendments(db.read, { product: 'perpetual', orderId: id });
      const entries = await listOrderEntries(db.read, caller, {
        product: 'perpetual',
        references: [holdReference(id, null), ...holds],
        fills,
        journalIds,
      });
      return {
        order: toOrderWire(order),
        fills: fills.map((fill) => toFillWire(fill, { profit: formatUnits8(fill.realized) })),
        entries,
        amendments,
      };
    }),
  ];
}
