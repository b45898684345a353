import { formatScaled, toScaled } from '../../../lib/rules/decimal';
import { calculateUnits, calculateUnitValue, isBelowStop, toFraction } from '../../../lib/rules/hosting';
import { calculateFundingRate, FUNDING_INTERVAL_MS } from '../../../lib/rules/perpetual-funding';
import type { HostingPlan } from '../registry/registry';
import { fillOnPaper, fundOnPaper, type PaperAccount, type PaperMarket, positionOf, worthOf } from './hosting.paper';
import { type BookView, decide, type MarketView } from './hosting.strategy';

/** Days of a plan that its simulated past is long. */
export const PAST_DAYS = 90;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SCALE = 8;
/** Orders that a strategy may have at one look; more are left to the next. */
const STEPS_MAX = 64;
/** What somebody might have had instead. */
export const BESIDE = 'BTC-USDT';

/** The price of each market (decimals) at one moment, ms. */
export type PastPrices = { at: number; prices: ReadonlyMap<string, string> };
/** A day of a past: what a unit was worth at its end (12 decimals), the whole book (base units of USDT), and bitcoin. */
export type PastDay = { at: number; unitValue: bigint; value: bigint; btc: string | null };

/** The simulated past has no order books, so that nobody pays a premium: funding is at its interest, 0.01 % an interval. */
export const PAST_FUNDING_RATE = calculateFundingRate(0n);

/** Returns how far apart the looks of the strategy are: an hour, a minute where a day of the plan is shorter than one. */
export function lookOf({ dayMs }: Pick<HostingPlan, 'dayMs'>): number {
  return dayMs > HOUR_MS ? HOUR_MS : MINUTE_MS;
}

/** Returns from when until when (ms) the past of a book is, whole days of its plan that end before it was opened. */
export function rangeOf({ dayMs }: Pick<HostingPlan, 'dayMs'>, openedAt: number): { from: number; to: number } {
  const to = Math.floor(openedAt / dayMs) * dayMs;
  return { from: to - PAST_DAYS * dayMs, to };
}

/**
 * Runs the strategy of a plan (the function that trades for its book) over prices that were, on a paper account that begins with the house's share.
 * Returns the end of each day, oldest first; a book that stopped has no more days. The same prices give the same days, always.
 */
export function simulatePast(
  plan: Pick<HostingPlan, 'rules' | 'seed' | 'dayMs'>,
  { looks, markets }: { looks: readonly PastPrices[]; markets: readonly PaperMarket[] },
): PastDay[] {
  const seed = toScaled(plan.seed, SCALE) ?? 0n;
  const unitCount = calculateUnits(seed, { value: 0n, units: 0n });
  const account: PaperAccount = { cash: seed, coins: new Map(), shorts: new Map() };
  const stopRate = toFraction(plan.rules.stopRate);
  const known = markets.filter(({ market }) => plan.rules.markets.includes(market));
  const days: PastDay[] = [];
  let high = calculateUnitValue({ value: seed, units: unitCount });
  let state: BookView['state'] = 'live';
  for (const [index, { at, prices }] of looks.entries()) {
    if (at % FUNDING_INTERVAL_MS === 0) {
      for (const { market } of known) fundOnPaper(account, market, { rate: PAST_FUNDING_RATE, mark: prices.get(market) ?? '0' });
    }
    const value = worthOf(account, prices);
    const unitValue = calculateUnitValue({ value: value > 0n ? value : 0n, units: unitCount });
    if (index > 0 && at % plan.dayMs === 0) {
      days.push({ at, unitValue, value, btc: prices.get(BESIDE) ?? null });
      if (state === 'stopping' && account.shorts.size === 0) return days;
      if (unitValue > high) high = unitValue;
    }
    if (isBelowStop({ unitValue, high, stopRate })) state = 'stopping';
    trade(account, { rules: plan.rules, state, markets: known, prices });
  }
  return days;
}

/** Decides and fills until the rules want nothing more. */
function trade(
  account: PaperAccount,
  { rules, state, markets, prices }: Pick<BookView, 'rules' | 'state'> & { markets: readonly PaperMarket[] } & Pick<PastPrices, 'prices'>,
): void {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const views = markets.flatMap((market): MarketView[] => {
      const price = prices.get(market.market);
      if (price === undefined) return [];
      const rate = formatScaled(PAST_FUNDING_RATE, SCALE);
      const coins = account.coins.get(market.market) ?? 0n;
      return [{ ...market, index: price, mark: price, rate, staleMs: 0, coins, short: positionOf(account, market.market) }];
    });
    const value = worthOf(account, prices);
    const orders = decide({ state, value, cash: account.cash, cashNeeded: 0n, isDue: false, rules, markets: views });
    const filled = orders.filter((order) => {
      const market = markets.find((each) => each.market === order.market);
      return market !== undefined && fillOnPaper(account, order, market, prices.get(order.market) ?? '0');
    });
    if (filled.length === 0) return;
  }
}
