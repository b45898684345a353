import type { recordList } from '../../protocol/balances';
import type { AnswerOf } from '../../protocol/define-call';
import type { closedPositionList, fundingPaymentList, liquidationList } from '../../protocol/lists';
import type { ContractWire } from '../../protocol/options';
import type { PerpetualOrderWire } from '../../protocol/perpetual';
import type { OrderWire } from '../../protocol/spot';
import type { FillWire, PerpetualFillWire } from '../../protocol/fills';
import { toIso, toIsoOrNull } from '../upstream';

/** A fill of a spot order, in the order of its columns. */
export function toFillRow(fill: FillWire): string[] {
  const [base = '', quote = ''] = fill.market.split('-');
  const { market, type, kind, price, num, value, fee, fee_coin, liquidity, order, id } = fill;
  return [toIso(fill.time), market, type, kind, price, num, base, value, quote, fee, fee_coin, liquidity, order, id];
}

function toOrderRow(order: OrderWire | PerpetualOrderWire): string[] {
  const { time, market, type, kind, price, num, filled, filled_value, fee, fee_coin, state, reason } = order;
  return [toIso(time), market, type, kind, price ?? '', num, filled, filled_value, fee, fee_coin, state, reason ?? ''];
}

/** A fill of a perpetual order, in the order of its columns. */
export function toPerpetualFillRow({ profit, ...fill }: PerpetualFillWire): string[] {
  const [base = '', quote = ''] = fill.market.split('-');
  const { market, type, kind, price, num, value, fee, fee_coin, liquidity, order, id } = fill;
  return [toIso(fill.time), market, type, kind, price, num, base, value, quote, fee, fee_coin, liquidity, profit, order, id];
}

/** A spot order, in the order of its columns. */
export function toSpotRow(order: OrderWire): string[] {
  return [...toOrderRow(order), order.stop ?? '', order.partner ?? '', order.id];
}

/** A perpetual order, in the order of its columns. */
export function toPerpetualRow(order: PerpetualOrderWire): string[] {
  const { leverage, reduce, origin, profit, id } = order;
  return [...toOrderRow(order), String(leverage), reduce ? 'yes' : 'no', origin, profit, id];
}

/** One row a line of the ledger, in the order of its columns. */
export function toRecordRows({ time, journal, type, ref, lines }: AnswerOf<typeof recordList>['rows'][number]): string[][] {
  return lines.map(({ coin, part, amount, balance }) => [toIso(time), journal, type, ref, coin, part, amount, balance]);
}

/** A closed position, in the order of its columns. */
export function toClosedRow(row: AnswerOf<typeof closedPositionList>['rows'][number]): string[] {
  const { market, type, num, buy_price, sell_price, margin, profit, fee, funding, reason, id } = row;
  return [toIso(row.sell_time), toIso(row.buy_time), market, type, num, buy_price, sell_price, margin, profit, fee, funding, reason, id];
}

/** A funding payment, in the order of its columns. */
export function toPaymentRow(row: AnswerOf<typeof fundingPaymentList>['rows'][number]): string[] {
  const { time, market, type, num, mark, rate, amount, position, journal } = row;
  return [toIso(time), market, type, num, mark, rate, amount, position, journal];
}

/** A liquidation, in the order of its columns. */
export function toLiquidationRow(row: AnswerOf<typeof liquidationList>['rows'][number]): string[] {
  const { time, market, type, num, left, mark, print, liquidation, bankruptcy, by_book, by_fund, by_others, price, fee } = row;
  const prices = [mark, String(print), liquidation, bankruptcy];
  const where = [by_book, by_fund, by_others, price ?? ''];
  return [toIso(time), market, type, num, left, ...prices, ...where, fee, row.lost, row.returned, row.position, row.order ?? ''];
}

/** A seconds contract, in the order of its columns. */
export function toContractRow(row: ContractWire): string[] {
  const { market, type, num, time, ratio, price, delivery, state, reason, paid, id } = row;
  const bought = toIso(row.accepted);
  return [
    bought,
    toIsoOrNull(row.settled) ?? '',
    market,
    type,
    num,
    String(time),
    ratio,
    price ?? '',
    delivery ?? '',
    state,
    reason ?? '',
    paid,
    id,
  ];
}
