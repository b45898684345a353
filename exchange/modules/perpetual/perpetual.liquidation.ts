import {
  calculateBankruptcyPrice,
  calculateLiquidationPrice,
  calculateTradeFee,
  calculateUnrealizedPnl,
  findTier,
  calculateValue,
  isLiquidatable,
  splitPosition,
} from '../../../lib/rules/perpetual';
import { calculateLimit, unitsOfSteps } from '../matching/matching';
import { larger, smaller } from './perpetual.bounds';
import type { DoneAnswer, DueCommand } from './perpetual.commands';
import { addJournal } from './perpetual.draft';
import { boundByBankruptcy } from './perpetual.place';
import { openingSide, type Position } from './perpetual.position';
import { addCredit, insuranceAddress, partAddress } from './perpetual.postings';
import type { Mark } from './perpetual.mark';
import type { PerpetualBook } from './perpetual.book';
import { takeOver } from './perpetual.takeover';
import type { Taker } from './perpetual.taker';
import { dropIdleReductions, dropOrder, endTaking, takeFromBook } from './perpetual.taking';
import type { BatchContext, Turn } from './perpetual.turn';
import { formatUnits8 } from './perpetual.wire';

/**
 * Liquidates a position whose margin no longer covers what its tier asks for at this mark: its owner's orders in the market are cancelled, it
 * is sold into the book as far as its margin carries, and what nobody takes goes to the insurance fund or to the other side of the market at
 * the price that uses up the margin. The owner never pays more than the margin. What doesn't fit into the budget goes on in the next transaction
 * at the same mark, as long as the position is due there: what was sold well may have saved the rest.
 */
export function liquidate(context: BatchContext, turn: Turn, input: { position: Position; command: DueCommand; fund: bigint }): DoneAnswer {
  const { book } = turn;
  const { position, command, fund } = input;
  const { mark } = command;
  const { owner } = position;
  if (!isLiquidatable({ terms: book.rulesOf(position), position, markPrice: mark.price })) return { done: false };
  dropOwnOrders(turn, owner);
  const side = openingSide(position.side) === 'buy' ? ('sell' as const) : ('buy' as const);
  const taker: Taker = {
    id: turn.takeId(),
    owner,
    side,
    leverage: position.leverage,
    takeProfit: null,
    stopLoss: null,
    origin: 'liquidation',
    isFund: false,
    markPrice: mark.price,
  };
  const limit = boundByBankruptcy(book, position, calculateLimit(book.terms, { side, price: null }, indexOnGrid(book, mark.index)));
  const steps = chooseSteps(book, position, mark.price);
  const taken = takeFromBook(turn, taker, { limit, steps, at: context.now });
  const quantity = unitsOfSteps(book.terms, taken.end.stop === 'bound' ? 0 : taken.end.rest);
  const isBeyondFund = command.isBeyondFund === true;
  const over = takeOver(context, turn, { taker, quantity, mark, fund, isBeyondFund });
  const closed = taken.quantity + over.byFund + over.byOthers;
  const goesOn = taken.end.stop === 'bound' || over.goesOn;
  if (goesOn) turn.followUps.push({ ...command, isBeyondFund: over.isBeyondFund });
  if (closed === 0n) return goesOn ? { done: true } : { done: false, isBlocked: true };
  const settled = chargeFee(turn, taker, { taken, feeRate: book.rulesOf(position).liquidationFeeRate });
  record(turn, { position, mark, taker, taken, over, closed, settled, at: context.now });
  dropIdleReductions(turn);
  return { done: true };
}

function dropOwnOrders({ book, draft, budget }: Turn, owner: number): void {
  for (const order of book.taking.ofOwner(owner)) {
    if (budget.isSpent) return;
    budget.spend();
    endTaking(book, draft, order, 'POSITION_WOULD_LIQUIDATE');
  }
  for (const { id } of book.restingOf(owner)) {
    if (budget.isSpent) return;
    budget.spend();
    dropOrder(book, draft, id, 'POSITION_WOULD_LIQUIDATE');
  }
}

/**
 * Returns how many steps are liquidated: down to the upper bound of the next lower tier, where maintenance is cheaper; all of the position in
 * the first tier, or when the mark is already beyond the bankruptcy price.
 */
function chooseSteps(book: PerpetualBook, position: Position, markPrice: bigint): number {
  const { terms } = book;
  const rules = book.rulesOf(position);
  const all = Number(position.quantity / terms.stepUnits);
  const notional = calculateValue({ price: markPrice, quantity: position.quantity, rounding: 'up' });
  const { index } = findTier(rules.tiers, notional);
  const isBankrupt = position.margin + calculateUnrealizedPnl({ ...position, markPrice }) <= 0n;
  const lower = rules.tiers[index - 1];
  if (lower === undefined || isBankrupt) return all;
  const stepValue = calculateValue({ price: markPrice, quantity: terms.stepUnits, rounding: 'up' });
  const kept = { ...splitPosition(position, (lower.notionalMax / stepValue) * terms.stepUnits), side: position.side };
  const rest = { ...kept, quantity: (lower.notionalMax / stepValue) * terms.stepUnits };
  // What would be due again at once is liquidated in one go.
  if (isLiquidatable({ terms: rules, position: rest, markPrice })) return all;
  return all - Number(lower.notionalMax / stepValue);
}

/** The price band stands around a price on the grid; the index may be finer. */
function indexOnGrid({ terms }: PerpetualBook, index: bigint): string {
  return formatUnits8(index - (index % terms.tickUnits));
}

type Settled = { fee: bigint; returned: bigint };

/**
 * Takes the liquidation fee for the insurance fund out of what closing gave back, at most all of it. What is left goes back to the owner, or
 * stays with what is still open as its margin.
 */
function chargeFee(
  { book, draft }: Turn,
  taker: Taker,
  { taken, feeRate }: { taken: { value: bigint; credit: bigint }; feeRate: bigint },
): Settled {
  const asked = calculateTradeFee({ value: taken.value, feeRate });
  const fee = smaller(asked, taken.credit);
  const open = book.position(taker.owner);
  const kept = open === null ? 0n : taken.credit - fee;
  const available = partAddress(taker.owner, book.mode, 'available');
  const postings = [
    { address: available, amount: -(fee + kept) },
    { address: insuranceAddress(book.mode), amount: fee },
    { address: partAddress(taker.owner, book.mode, 'margin'), amount: kept },
  ];
  addJournal(draft, { code: 'PERPETUAL_LIQUIDATION', reference: `order:${taker.id}`, postings });
  addCredit(draft, available, -(fee + kept));
  addCredit(draft, insuranceAddress(book.mode), fee);
  if (open !== null && kept > 0n) {
    const position = { ...open, margin: open.margin + kept };
    book.setPosition(taker.owner, position);
    draft.positions.set(position.identity, { book, position });
  }
  return { fee, returned: taken.credit - fee - kept };
}

function record(
  { book, draft }: Turn,
  input: {
    position: Position;
    mark: Mark;
    taker: Taker;
    taken: { quantity: bigint; value: bigint; fee: bigint; realized: bigint };
    over: { byFund: bigint; byOthers: bigint; value: bigint };
    closed: bigint;
    settled: Settled;
    at: number;
  },
): void {
  const { position, mark, taker, taken, over, closed, settled, at } = input;
  const { mode, terms } = book;
  const rules = book.rulesOf(position);
  const after = book.position(position.owner);
  const liquidationPrice = calculateLiquidationPrice({ terms: rules, position });
  const lost = position.margin - (after?.margin ?? 0n) - settled.returned;
  const realized = totalRealized(draft, taker.id);
  draft.orders.push({
    id: taker.id,
    owner: position.owner,
    mode,
    market: terms.symbol,
    side: taker.side,
    kind: 'market',
    timeInForce: 'IOC',
    price: null,
    quantity: closed,
    rested: 0n,
    filled: closed,
    filledValue: taken.value + over.value,
    fee: taken.fee,
    realized,
    leverage: position.leverage,
    isReduceOnly: true,
    takeProfit: null,
    stopLoss: null,
    origin: 'liquidation',
    status: 'filled',
    reason: null,
    takingLimit: null,
    mark: formatUnits8(mark.price),
    createdAt: at,
    updatedAt: at,
  });
  draft.liquidations.push({
    owner: position.owner,
    mode,
    market: terms.symbol,
    identity: position.identity,
    orderId: taker.id,
    side: position.side,
    quantityBefore: position.quantity,
    costBefore: position.cost,
    marginBefore: position.margin,
    closed,
    byBook: taken.quantity,
    byBookValue: taken.value,
    byFund: over.byFund,
    byOthers: over.byOthers,
    mark: formatUnits8(mark.price),
    index: formatUnits8(mark.index),
    printSeq: mark.seq,
    liquidationPrice: liquidationPrice === null ? null : formatUnits8(liquidationPrice),
    bankruptcyPrice: formatUnits8(calculateBankruptcyPrice({ terms: rules, position })),
    fee: settled.fee,
    lost: larger(lost, 0n),
    returned: settled.returned,
  });
}

function totalRealized({ fills }: Turn['draft'], orderId: number): bigint {
  return fills.reduce((sum, fill) => (fill.takerOrderId === orderId ? sum + fill.takerRealized : sum), 0n);
}
