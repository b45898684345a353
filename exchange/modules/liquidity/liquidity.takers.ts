import type { Mode, OrderSide } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import { addDecimals, compareDecimals, multiplyDecimals, roundToStep, subtractDecimals } from '../../../lib/rules/decimal';
import { NEVER_REPEATED } from '../matching/matching';
import { type Activity, BUSY, ignoreRejection, type TradingDoor } from './liquidity.door';
import { type Quote, type QuoteTerms, spread } from './liquidity.math';

/** Time between two trades of the taker while the price stays between the best quotes: by chance from one to the other. */
export const GAP_MS = { min: 7_000, max: 19_000 };
/** The taker's trades may differ by so much (USDT) between buying and selling; beyond it only trades of the other side. */
const IMBALANCE_MAX = '1000000';

/** What the takers know of one book. */
export type Tape = {
  /** What the market traded and this book didn't yet, in base. */
  pending: string;
  seen: Activity | null;
  nextAt: number;
  /** Bought less sold so far, in USDT; may be negative. */
  imbalance: string;
  trades: number;
};

export function createTape(): Tape {
  return { pending: '0', seen: null, nextAt: 0, imbalance: '0', trades: 0 };
}

/** Adds what the market has traded since the last look: the volume of the running minute only rises, and begins anew with each minute. */
export function follow(tape: Tape, activity: Activity | null): void {
  const { seen } = tape;
  tape.seen = activity;
  if (activity === null) return;
  // Of the time before anybody looked only the running minute is made up for.
  const more = activity.minute === seen?.minute ? subtractDecimals(activity.volume, seen.volume) : activity.volume;
  if (compareDecimals(more, '0') > 0) tape.pending = addDecimals(tape.pending, more);
}

export type Take = { side: OrderSide; price: string; quantity: string };

/**
 * Returns the next trade of the taker, or null when none is due: what the market has traded meanwhile, at the quotes that the index has gone through,
 * else now and then at the best one. No more than rests there, so that the tape sums up to the volume shown and nothing goes beyond the index.
 */
export function chooseTake(input: {
  tape: Tape;
  terms: QuoteTerms;
  quotes: readonly Quote[];
  indexPrice: string;
  now: number;
}): Take | null {
  const { tape, terms, quotes, indexPrice, now } = input;
  const isGone = ({ side, price }: Quote) => compareDecimals(indexPrice, price) === (side === 'buy' ? -1 : 1);
  const gone = quotes.filter(isGone);
  if (gone.length === 0 && now < tape.nextAt) return null;
  const side = gone[0] === undefined ? chooseSide(tape, terms.market) : gone[0].side === 'buy' ? 'sell' : 'buy';
  if (gone.length > 0 && isTooFar(tape, side)) return null;
  const met = gone.length > 0 ? gone : quotes.filter((quote) => quote.side !== side).slice(0, 1);
  const last = met.at(-1);
  if (last === undefined) return null;
  const resting = met.reduce((sum, { quantity }) => addDecimals(sum, quantity), '0');
  const most = compareDecimals(tape.pending, resting) < 0 ? tape.pending : resting;
  const quantity = roundToStep(compareDecimals(most, terms.quantityMax) < 0 ? most : terms.quantityMax, terms.stepSize, 'down');
  return compareDecimals(multiplyDecimals(last.price, quantity), terms.minNotional) < 0 ? null : { side, price: last.price, quantity };
}

/** Sends a trade of the taker by the ordinary door. Says whether it is known what came of it. */
export async function take(input: {
  door: TradingDoor;
  clock: Clock;
  userId: string;
  mode: Mode;
  market: string;
  tape: Tape;
  order: Take;
}): Promise<boolean> {
  const { door, clock, userId, mode, market, tape, order } = input;
  tape.trades += 1;
  tape.nextAt = clock.now() + GAP_MS.min + Math.floor((GAP_MS.max - GAP_MS.min) * spread(market, tape.trades, 3));
  const answer = await ignoreRejection(
    door.placeOrder({ userId, mode }, { market, ...order, kind: 'limit', timeInForce: 'IOC', requestId: NEVER_REPEATED, isHouse: true }),
  );
  if (answer === BUSY || answer === null) return answer !== BUSY;
  const { filled } = answer.order;
  tape.pending = subtractDecimals(tape.pending, filled);
  const value = multiplyDecimals(order.price, filled);
  tape.imbalance = order.side === 'buy' ? addDecimals(tape.imbalance, value) : subtractDecimals(tape.imbalance, value);
  return true;
}

function chooseSide(tape: Tape, market: string): OrderSide {
  const side = spread(market, tape.trades, 4) < 0.5 ? 'buy' : 'sell';
  return isTooFar(tape, side) ? (side === 'buy' ? 'sell' : 'buy') : side;
}

function isTooFar({ imbalance }: Tape, side: OrderSide): boolean {
  return compareDecimals(side === 'buy' ? imbalance : subtractDecimals('0', imbalance), IMBALANCE_MAX) > 0;
}
