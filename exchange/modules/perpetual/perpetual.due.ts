import { formatScaled, roundToStep } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import { closingInput } from './perpetual.asked';
import type { DueCommand, UnwindCommand } from './perpetual.commands';
import { liquidate } from './perpetual.liquidation';
import { placeOrder } from './perpetual.place';
import type { Position } from './perpetual.position';
import type { BatchContext, FundMeans, MakeAnswer, Turn } from './perpetual.turn';
import { formatUnits8 } from './perpetual.wire';

/** What the insurance fund took over is sold no further from the mark price than this, in units of 0.0001. */
const UNWIND_BPS = 50n;

const done =
  (isDone: boolean): MakeAnswer =>
  () => ({ done: isDone });

/** Does what a mark price set off, if it is still due now that its turn has come. */
export function runDue(context: BatchContext, turn: Turn, command: DueCommand, means: FundMeans): MakeAnswer {
  const { book } = turn;
  const position = book.position(command.owner);
  if (position === null || command.owner === context.fundOwner) return done(false);
  if (command.trigger === 'liquidation') return done(liquidate(context, turn, { position, mark: command.mark, means }));
  if (!isTriggered(position, command)) return done(false);
  // Nothing is on the other side: it is tried again at the next mark.
  placeOrder(book, turn.draft, {
    id: turn.takeId(),
    owner: command.owner,
    origin: command.trigger,
    isFund: false,
    available: turn.available,
    indexPrice: formatUnits8(command.mark.index),
    markPrice: command.mark.price,
    at: context.now,
    input: closingInput(position, formatUnits8(position.quantity)),
  });
  return done(true);
}

function isTriggered({ side, takeProfit, stopLoss }: Position, { trigger, mark }: DueCommand): boolean {
  const price = trigger === 'take_profit' ? takeProfit : stopLoss;
  if (price === null) return false;
  const isRising = (side === 'long') === (trigger === 'take_profit');
  return isRising ? mark.price >= price : mark.price <= price;
}

/** Sells a piece of what the insurance fund took over. `fund` is what it may lose, in USDT units. @throws INSUFFICIENT_BALANCE beyond it */
export function runUnwind(context: BatchContext, turn: Turn, { mark }: UnwindCommand, fund: bigint): MakeAnswer {
  const { book, draft } = turn;
  const position = book.position(context.fundOwner);
  if (position === null) return done(false);
  const input = closingInput(position, formatUnits8(position.quantity));
  const isBuy = input.side === 'buy';
  const worst = (mark.price * (10_000n + (isBuy ? UNWIND_BPS : -UNWIND_BPS))) / 10_000n;
  const price = roundToStep(formatScaled(worst, PERPETUAL_SCALE), book.terms.rules.tickSize, isBuy ? 'down' : 'up');
  const own = { id: turn.takeId(), owner: context.fundOwner, origin: 'liquidation' as const, isFund: true, available: 0n, at: context.now };
  const prices = { indexPrice: formatUnits8(mark.index), markPrice: mark.price };
  const row = placeOrder(book, draft, { ...own, ...prices, input: { ...input, kind: 'limit', price } });
  if (row.filled === 0n) throw new DomainError('ORDER_NO_LIQUIDITY');
  if (fund + row.realized < 0n) throw new DomainError('INSUFFICIENT_BALANCE');
  return done(true);
}
