import { formatScaled, roundToStep } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import type { DoneAnswer, DueCommand, SweepCommand, UnwindCommand } from './perpetual.commands';
import { liquidate } from './perpetual.liquidation';
import { openingSide, type Position } from './perpetual.position';
import { reducePositionAt } from './perpetual.reduction';
import { dropIdleReductions } from './perpetual.taking';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { formatUnits8 } from './perpetual.wire';

/** What the insurance fund took over is sold no further from the mark price than this, in units of 0.0001. */
const UNWIND_BPS = 50n;

const answer =
  (done: DoneAnswer): MakeAnswer =>
  () =>
    done;

/**
 * Does what a mark price set off, if it is still due now that its turn has come. What doesn't fit into the transaction goes on in the next one,
 * at the same mark. `fund` is what the insurance fund holds, in USDT units.
 * @throws ORDER_NO_LIQUIDITY when nothing is on the other side: it is tried again at the next mark
 */
export function runDue(context: BatchContext, turn: Turn, command: DueCommand, fund: bigint): MakeAnswer {
  const { book } = turn;
  const position = book.position(command.owner);
  if (position === null || command.owner === context.fundOwner) return answer({ done: false });
  if (command.trigger === 'liquidation') return answer(liquidate(context, turn, { position, command, fund }));
  if (!isTriggered(position, command)) return answer({ done: false });
  const { goesOn } = reducePositionAt(turn, {
    owner: command.owner,
    origin: command.trigger,
    isFund: false,
    indexPrice: formatUnits8(command.mark.index),
    markPrice: command.mark.price,
    at: context.now,
    quantity: position.quantity,
    price: null,
  });
  if (goesOn) turn.followUps.push(command);
  return answer({ done: true });
}

function isTriggered({ side, takeProfit, stopLoss }: Position, { trigger, mark }: DueCommand): boolean {
  const price = trigger === 'take_profit' ? takeProfit : stopLoss;
  if (price === null) return false;
  const isRising = (side === 'long') === (trigger === 'take_profit');
  return isRising ? mark.price >= price : mark.price <= price;
}

/** Goes on with taking out the reductions of a position that is no more. */
export function runSweep(turn: Turn, { owner }: SweepCommand): MakeAnswer {
  turn.draft.ended.add(owner);
  dropIdleReductions(turn);
  return answer({ done: true });
}

/** Sells what the insurance fund took over. `fund` is what it may lose, in USDT units. @throws INSUFFICIENT_BALANCE beyond it */
export function runUnwind(context: BatchContext, turn: Turn, command: UnwindCommand, fund: bigint): MakeAnswer {
  const { book } = turn;
  const { mark } = command;
  const position = book.position(context.fundOwner);
  if (position === null) return answer({ done: false });
  const isBuy = openingSide(position.side) === 'sell';
  const worst = (mark.price * (10_000n + (isBuy ? UNWIND_BPS : -UNWIND_BPS))) / 10_000n;
  const { rows, goesOn } = reducePositionAt(turn, {
    owner: context.fundOwner,
    origin: 'liquidation',
    isFund: true,
    indexPrice: formatUnits8(mark.index),
    markPrice: mark.price,
    at: context.now,
    quantity: position.quantity,
    price: roundToStep(formatScaled(worst, PERPETUAL_SCALE), book.terms.rules.tickSize, isBuy ? 'down' : 'up'),
  });
  const sum = (pick: 'filled' | 'realized') => rows.reduce((total, row) => total + row[pick], 0n);
  if (goesOn) turn.followUps.push(command);
  else if (sum('filled') === 0n) throw new DomainError('ORDER_NO_LIQUIDITY');
  if (fund + sum('realized') < 0n) throw new DomainError('INSUFFICIENT_BALANCE');
  return answer({ done: true });
}
