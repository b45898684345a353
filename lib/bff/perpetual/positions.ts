import 'server-only';
import type { z } from 'zod';
import type {
  changeLeverageInputSchema,
  changeMarginInputSchema,
  changeTriggersInputSchema,
  ClosedPositions,
  closePositionInputSchema,
  FundingPayments,
  Liquidations,
  perpetualPagesQuerySchema,
  PerpetualOrder,
  Position,
} from '../../dto/perpetual';
import { changeLeverage, changeMargin, changeTriggers, perpetualPositions } from '../../protocol/perpetual';
import { fundingPayments, liquidations } from '../../protocol/perpetual-records';
import { perpetualCancel, perpetualRecords } from '../../protocol/perpetual-variants';
import { isFullPage, toPageField } from '../pages';
import { type Caller, callAs } from '../upstream';
import { reshapeClosed, reshapeFundingPayment, reshapeLiquidation, reshapePerpetualOrder, reshapePosition } from './reshape';

type Pages = z.infer<typeof perpetualPagesQuerySchema>;
const toFields = ({ symbol, page }: Pages) => ({ market: symbol, page: toPageField(page) });

/** Returns the open positions of the session's mode in all markets, newest first. */
export async function listPositions(caller: Caller): Promise<{ positions: Position[] }> {
  return { positions: (await callAs(caller, perpetualPositions, {})).map(reshapePosition) };
}

/** Closes a position at the market, wholly or in part; answers with the order that does it. @throws POSITION_NOT_FOUND, ORDER_NO_LIQUIDITY */
export async function closePosition(caller: Caller, input: z.infer<typeof closePositionInputSchema>): Promise<{ order: PerpetualOrder }> {
  const { order } = await callAs(caller, perpetualCancel, {
    id: input.positionId,
    type: 'perpetual',
    of: 'position',
    num: input.quantity,
    request_id: input.requestId,
  });
  return { order: reshapePerpetualOrder(order) };
}

/** Moves money between available balance and the margin of a position. @throws MARGIN_TOO_LOW, INSUFFICIENT_BALANCE */
export async function movePositionMargin(caller: Caller, input: z.infer<typeof changeMarginInputSchema>): Promise<{ position: Position }> {
  const { positionId: id, change, amount: num, requestId } = input;
  const { position } = await callAs(caller, changeMargin, { id, change, num, request_id: requestId });
  return { position: reshapePosition(position) };
}

/** Gives a position another leverage, which moves its margin. @throws LEVERAGE_INVALID, POSITION_WOULD_LIQUIDATE, INSUFFICIENT_BALANCE */
export async function setPositionLeverage(
  caller: Caller,
  { positionId: id, leverage, requestId }: z.infer<typeof changeLeverageInputSchema>,
): Promise<{ position: Position }> {
  const { position } = await callAs(caller, changeLeverage, { id, leverage: String(leverage), request_id: requestId });
  return { position: reshapePosition(position) };
}

/** Sets take-profit and stop-loss of a position; null is none. @throws TAKE_PROFIT_INVALID, STOP_LOSS_INVALID */
export async function setPositionTriggers(
  caller: Caller,
  input: z.infer<typeof changeTriggersInputSchema>,
): Promise<{ position: Position }> {
  const { position } = await callAs(caller, changeTriggers, {
    id: input.positionId,
    tp: input.takeProfit ?? undefined,
    sl: input.stopLoss ?? undefined,
    request_id: input.requestId,
  });
  return { position: reshapePosition(position) };
}

/** Returns one page of closed positions, newest first. */
export async function listClosedPositions(caller: Caller, { page }: { page?: number | undefined }): Promise<ClosedPositions> {
  const rows = await callAs(caller, perpetualRecords, { type: 'perpetual', page: toPageField(page) });
  return { positions: rows.map(reshapeClosed), hasMore: isFullPage(rows) };
}

/** Returns one page of the user's own funding payments, newest first. */
export async function listFundingPayments(caller: Caller, query: Pages): Promise<FundingPayments> {
  const rows = await callAs(caller, fundingPayments, toFields(query));
  return { payments: rows.map(reshapeFundingPayment), hasMore: isFullPage(rows) };
}

/** Returns one page of the user's own liquidations, newest first. */
export async function listLiquidations(caller: Caller, query: Pages): Promise<Liquidations> {
  const rows = await callAs(caller, liquidations, toFields(query));
  return { liquidations: rows.map(reshapeLiquidation), hasMore: isFullPage(rows) };
}
