import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import type { PlaceInput } from './perpetual.commands';
import type { PerpetualBook } from './perpetual.book';

/** A trigger is at most this many times the mark price. */
const TRIGGER_REACH = 10n;

/** `markPrice` in price units. */
type Triggered = { input: Pick<PlaceInput, 'side' | 'isReduceOnly' | 'takeProfit' | 'stopLoss'>; markPrice: bigint };

/** Returns take-profit and stop-loss of an order in price units. @throws ORDER_PRICE_INVALID, TAKE_PROFIT_INVALID, STOP_LOSS_INVALID */
export function readTriggers(book: PerpetualBook, { input, markPrice }: Triggered): { takeProfit: bigint | null; stopLoss: bigint | null } {
  if (input.isReduceOnly) return { takeProfit: null, stopLoss: null };
  return parseTriggers(book, { ...input, side: input.side === 'buy' ? 'long' : 'short', markPrice });
}

/**
 * Returns the triggers of a position in price units: above the mark to take profit of a long and to stop a short's loss, below it otherwise.
 * @throws ORDER_PRICE_INVALID, TAKE_PROFIT_INVALID, STOP_LOSS_INVALID
 */
export function parseTriggers(
  book: PerpetualBook,
  input: { side: 'long' | 'short'; takeProfit: string | null; stopLoss: string | null; markPrice: bigint },
): { takeProfit: bigint | null; stopLoss: bigint | null } {
  const parse = (text: string | null) => {
    if (text === null) return null;
    const price = toScaled(text, PERPETUAL_SCALE);
    const { tickSize } = book.terms.rules;
    if (price === null || price <= 0n || price % book.terms.tickUnits !== 0n) {
      throw new DomainError('ORDER_PRICE_INVALID', { params: { tick: tickSize } });
    }
    return price;
  };
  const [takeProfit, stopLoss] = [parse(input.takeProfit), parse(input.stopLoss)];
  const isLong = input.side === 'long';
  const isAbove = (price: bigint) => price > input.markPrice && price <= input.markPrice * TRIGGER_REACH;
  const isBelow = (price: bigint) => price < input.markPrice;
  if (takeProfit !== null && !(isLong ? isAbove : isBelow)(takeProfit)) throw new DomainError('TAKE_PROFIT_INVALID');
  if (stopLoss !== null && !(isLong ? isBelow : isAbove)(stopLoss)) throw new DomainError('STOP_LOSS_INVALID');
  return { takeProfit, stopLoss };
}
