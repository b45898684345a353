import { calculateInitialMargin, calculateLeverageMove, calculateRemovableMargin, isLiquidatable } from '../../../lib/rules/perpetual';
import type { Standing } from '../risk-limits/risk-limits';
import { DomainError } from '../../platform/domain-error';
import { hashText } from '../../platform/ids';
import { ownPosition, readPrices } from './perpetual.user-commands';
import { larger } from './perpetual.bounds';
import type { LeverageCommand, MarginCommand, TriggersCommand } from './perpetual.commands';
import type { Position } from './perpetual.position';
import { addOwnMove, SETTLE_ASSET } from './perpetual.postings';
import { findPositionProblem } from './perpetual.making';
import { refuseLeverage } from './perpetual.place';
import { parseTriggers } from './perpetual.trigger-prices';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { formatUnits8, toChangedPositionWire } from './perpetual.wire';

/** Adds margin, which may be lost as well, or takes some out. @throws INSUFFICIENT_BALANCE, LOSS_LIMIT, MARGIN_TOO_LOW, MARKET_STALE, TRADING_PAUSED */
export function runMargin(context: BatchContext, turn: Turn, command: MarginCommand, standing: Standing | null): MakeAnswer {
  const { owner, positionId, amount, requestId } = command;
  const { book } = turn;
  const position = ownPosition(book, owner, positionId);
  if (amount > turn.available) throw new DomainError('INSUFFICIENT_BALANCE', { params: { asset: SETTLE_ASSET } });
  if (amount > 0n) putAtRisk(standing, amount);
  else {
    standing?.refuseOnBreak();
    const { markPrice } = readPrices(context, book, false);
    const most = calculateRemovableMargin({ position, leverage: position.leverage, markPrice });
    const after = { ...position, margin: position.margin + amount };
    if (-amount > most || isLiquidatable({ terms: book.rulesOf(position), position: after, markPrice })) {
      throw new DomainError('MARGIN_TOO_LOW', { params: { max: formatUnits8(most) } });
    }
  }
  const changed = move(context, turn, position, amount, referenceOf('position', positionId, requestId));
  return () => ({ position: toChangedPositionWire(book.terms.symbol, changed, book.rulesOf(changed)) });
}

/** @throws LOSS_LIMIT where margin that is added could take losses above a limit of its owner */
function putAtRisk(standing: Standing | null, margin: bigint): void {
  standing?.checkRisk(margin);
  standing?.addRisk(margin);
}

/** Sets both triggers of a position; null takes one away. On a break the stop-loss may only come closer. @throws TRADING_PAUSED */
export function runTriggers(context: BatchContext, turn: Turn, command: TriggersCommand, standing: Standing | null): MakeAnswer {
  const { book } = turn;
  const { owner, takeProfit, stopLoss } = command;
  const position = ownPosition(book, owner, command.positionId);
  // Taking a trigger away needs no price.
  const markPrice = takeProfit === null && stopLoss === null ? 0n : readPrices(context, book, false).markPrice;
  const triggers = parseTriggers(book, { side: position.side, takeProfit, stopLoss, markPrice });
  if (isStopLooser(position, triggers.stopLoss)) standing?.refuseOnBreak();
  const changed = change(turn, { ...position, ...triggers, updatedAt: context.now });
  return () => ({ position: toChangedPositionWire(book.terms.symbol, changed, book.rulesOf(changed)) });
}

function isStopLooser({ side, stopLoss: before }: Position, after: bigint | null): boolean {
  if (before === null || after === null) return before !== after && after === null;
  return side === 'long' ? after < before : after > before;
}

/**
 * Gives a position another leverage: its margin becomes the initial margin of what it cost. Going up, what is too much goes back, never more
 * than could be taken out, and only at a fresh price; going down, what is missing comes from the available balance, which needs no price.
 * @throws LEVERAGE_INVALID, POSITION_WOULD_LIQUIDATE, INSUFFICIENT_BALANCE, LOSS_LIMIT, MARKET_STALE, MARKET_REDUCE_ONLY, TRADING_PAUSED
 */
export function runLeverage(context: BatchContext, turn: Turn, command: LeverageCommand, standing: Standing | null): MakeAnswer {
  const { book, available } = turn;
  const { owner, positionId, leverage, requestId } = command;
  const position = ownPosition(book, owner, positionId);
  const isRaised = leverage > position.leverage;
  if (isRaised || leverage < 1) refuseLeverage(book, leverage);
  const missing = calculateInitialMargin({ value: position.cost, leverage }) - position.margin;
  const isSafer = leverage < position.leverage && missing >= 0n;
  const markPrice = isSafer ? 0n : readPrices(context, book, false).markPrice;
  const amount = leverage === position.leverage ? 0n : isSafer ? missing : calculateLeverageMove({ position, leverage, markPrice });
  if (isRaised || amount < 0n) standing?.refuseOnBreak();
  if (amount > available) {
    throw new DomainError('INSUFFICIENT_BALANCE', {
      params: { asset: SETTLE_ASSET, available: formatUnits8(available), needed: formatUnits8(amount) },
    });
  }
  // More leverage is taken on anew, under what is in force; with less of it a position goes by what it was opened under.
  const wanted = { ...position, leverage, termsVersion: isRaised ? book.rules.version : position.termsVersion };
  const problem = isSafer ? null : findPositionProblem(book, { ...wanted, margin: position.margin + amount }, markPrice, leverage);
  // The size stays: it's the leverage that a position of this size can't have.
  if (problem !== null) throw new DomainError(problem === 'POSITION_TOO_LARGE' ? 'LEVERAGE_INVALID' : problem);
  if (amount > 0n) putAtRisk(standing, amount);
  const changed = move(context, turn, wanted, amount, referenceOf('leverage', positionId, requestId));
  return () => ({ position: toChangedPositionWire(book.terms.symbol, changed, book.rulesOf(changed)) });
}

/** Moves between the available balance and the margin of a position (USDT units, below zero: back) and takes the position over. */
function move(context: BatchContext, turn: Turn, position: Position, amount: bigint, reference: string): Position {
  const margin = position.margin + amount;
  const changed = change(turn, { ...position, margin, marginMost: larger(margin, position.marginMost), updatedAt: context.now });
  addOwnMove(turn.draft, { code: 'PERPETUAL_MARGIN', reference, owner: position.owner, mode: turn.book.mode, to: 'margin', amount });
  return changed;
}

function referenceOf(of: 'position' | 'leverage', positionId: number, requestId: string): string {
  return `${of}:${positionId}:${hashText(requestId).slice(0, 32)}`;
}

function change({ book, draft }: Turn, position: Position): Position {
  const { owner } = position;
  book.setPosition(owner, position);
  draft.positions.set(position.identity, { book, position });
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
  return position;
}
