import { amendPerpetualOrder } from '../../../lib/protocol/amend';
import { changeLeverage, changeMargin, changeTriggers, placePerpetualOrder } from '../../../lib/protocol/perpetual';
import { perpetualCancel } from '../../../lib/protocol/perpetual-variants';
import { toUnits } from '../../platform/decimal';
import { handle, type RegisteredCall } from '../../http/register-call';
import { getAssetScale } from '../ledger/ledger';
import { DomainError } from '../../platform/domain-error';
import { callerOf, toExitParams } from '../matching/matching';
import { SETTLE_ASSET } from './perpetual.postings';
import type { PerpetualService } from './perpetual.service';

/** Calls 28 and the extensions that change margin, leverage and triggers. */
export function createTradingCalls(service: PerpetualService): RegisteredCall[] {
  return [
    handle(placePerpetualOrder, async (input, context) => {
      const caller = callerOf(context);
      await service.look(input.market, caller.mode);
      return service.placeOrder(caller, {
        market: input.market,
        side: input.type === 'long' ? 'buy' : 'sell',
        kind: input.kind,
        price: input.price ?? null,
        quantity: input.num,
        timeInForce: input.tif ?? (input.kind === 'market' ? 'IOC' : 'GTC'),
        leverage: Number(input.leverage),
        isReduceOnly: input.reduce === '1',
        takeProfit: input.tp ?? null,
        stopLoss: input.sl ?? null,
        requestId: input.request_id,
      });
    }),
    handle(amendPerpetualOrder, ({ id, price, num, tp, sl, request_id }, context) =>
      service.amendOrder(callerOf(context), {
        orderId: id,
        price: price ?? null,
        quantity: num ?? null,
        exits: toExitParams({ tp, sl }),
        requestId: request_id,
      }),
    ),
    handle(changeMargin, async ({ id, change, num, request_id }, context) => {
      const amount = toUnits(num, getAssetScale(SETTLE_ASSET));
      if (amount === 0n) throw new DomainError('AMOUNT_INVALID');
      const signed = change === 'add' ? amount : -amount;
      return service.changeMargin(callerOf(context), { positionId: id, requestId: request_id, amount: signed });
    }),
    handle(changeLeverage, ({ id, leverage, request_id }, context) =>
      service.changeLeverage(callerOf(context), { positionId: id, requestId: request_id, leverage: Number(leverage) }),
    ),
    handle(changeTriggers, ({ id, tp, sl, request_id }, context) =>
      service.changeTriggers(callerOf(context), { positionId: id, requestId: request_id, takeProfit: tp ?? null, stopLoss: sl ?? null }),
    ),
  ];
}

/** Call 27 for perpetual: cancels an order, or closes a position wholly or in part. */
export function createCancelVariant(service: PerpetualService): RegisteredCall {
  return handle(perpetualCancel, async ({ id, of, num, request_id }, context) => {
    const caller = callerOf(context);
    if (of === 'position') {
      const market = await service.findMarketOf(caller, id);
      if (market !== null) await service.look(market, caller.mode);
      return service.closePosition(caller, { positionId: id, requestId: request_id, quantity: num ?? null });
    }
    if (num !== undefined) throw new DomainError('REQUEST_INVALID', { params: { field: 'num' } });
    return service.cancelOrder(caller, { orderId: id, requestId: request_id });
  });
}
