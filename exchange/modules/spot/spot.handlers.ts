import { amendOrder } from '../../../lib/protocol/amend';
import { tradeInfo } from '../../../lib/protocol/markets';
import { cancelOrder, openOrders, orderDetail, orderHistory, placeSpotOrder } from '../../../lib/protocol/spot';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { getBalances } from '../ledger/ledger';
import { readOrderDetail } from './spot.detail';
import { createListCalls } from './spot.lists.handlers';
import { SPOT_ORDERS } from './spot.repository';
import type { SpotService } from './spot.service';
import {
  callerOf,
  createBookCalls,
  createCancelAllCall,
  listOrders,
  requireMarket,
  toExitParams,
  toRulesWire,
  formatAmount,
} from '../matching/matching';
import { toOrderWire } from './spot.wire';

/** Calls 24-27 and 30 for spot, and the extensions that show books, trades and single orders. */
export function createSpotCalls(db: Database, service: SpotService): RegisteredCall[] {
  return [
    createRulesCall(service),
    ...createOrderCalls(service),
    ...createReadCalls(db, service),
    ...createListCalls(db, service),
    createCancelAllCall(db, SPOT_ORDERS, 'spot', service),
    ...createBookCalls(db, SPOT_ORDERS, service),
  ];
}

function createRulesCall(service: SpotService): RegisteredCall {
  return handle(tradeInfo, async ({ market, type }, { session }) => {
    requireSpot(type);
    const terms = requireMarket(service, market);
    service.touch(market, session?.mode ?? 'real');
    return toRulesWire(terms, service.readFees());
  });
}

function createOrderCalls(service: SpotService): RegisteredCall[] {
  return [
    handle(placeSpotOrder, async (input, context) => {
      const caller = callerOf(context);
      await service.look(input.market, caller.mode);
      return service.placeOrder(caller, {
        market: input.market,
        side: input.type,
        kind: input.kind,
        price: input.price ?? null,
        quantity: input.num,
        timeInForce: input.tif ?? (input.kind === 'market' ? 'IOC' : 'GTC'),
        stop: input.stop,
        stopLimit: input.stop_limit,
        takeProfit: input.tp,
        stopLoss: input.sl,
        stopLossLimit: input.sl_limit,
        requestId: input.request_id,
      });
    }),
    handle(amendOrder, ({ id, price, num, stop, tp, sl, sl_limit, request_id }, context) =>
      service.amendOrder(callerOf(context), {
        orderId: id,
        price: price ?? null,
        quantity: num ?? null,
        stop: stop ?? null,
        exits: toExitParams({ tp, sl, sl_limit }),
        requestId: request_id,
      }),
    ),
    handle(cancelOrder, async ({ id, type, num, request_id }, context) => {
      requireSpot(type);
      // A part of a position can be closed, a spot order only wholly.
      if (num !== undefined) throw new DomainError('REQUEST_INVALID', { params: { field: 'num' } });
      return service.cancelOrder(callerOf(context), { orderId: id, requestId: request_id });
    }),
  ];
}

function createReadCalls(db: Database, service: SpotService): RegisteredCall[] {
  return [
    handle(openOrders, async ({ market, type }, context) => {
      requireSpot(type);
      const { base, quote } = requireMarket(service, market);
      const caller = callerOf(context);
      service.touch(market, caller.mode);
      const [orders, balances] = await Promise.all([service.listOpenOrders(caller, market), getBalances(db.read, caller)]);
      const balanceOf = (asset: string) => balances.find((row) => row.asset === asset);
      return {
        entrust: orders,
        usercoin: {
          base,
          base_available: formatAmount(balanceOf(base)?.available ?? 0n),
          base_held: formatAmount(balanceOf(base)?.locked ?? 0n),
          quote,
          quote_available: formatAmount(balanceOf(quote)?.available ?? 0n),
          quote_held: formatAmount(balanceOf(quote)?.locked ?? 0n),
        },
      };
    }),
    handle(orderHistory, async ({ type, state, market, page }, context) => {
      requireSpot(type);
      if (market !== undefined) requireMarket(service, market);
      const filter = { ...callerOf(context), market: market ?? null, state: state ?? 'all', page: Number(page ?? '1') };
      return (await listOrders(db.read, SPOT_ORDERS, filter)).map(toOrderWire);
    }),
    handle(orderDetail, ({ id }, context) => readOrderDetail(db.read, { ...callerOf(context), id })),
  ];
}

function requireSpot(type: string | undefined): void {
  if (type !== undefined && type !== 'spot') throw new DomainError('FEATURE_NOT_OFFERED');
}
