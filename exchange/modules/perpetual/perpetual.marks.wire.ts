import type { MarksWire } from '../../../lib/protocol/perpetual';
import type { Mode } from '../../../lib/protocol/wire';
import { averagePremium, calculateFundingRate, findNextFunding } from '../../../lib/rules/perpetual-funding';
import type { PerpetualState } from './perpetual.state';
import { formatUnits8 } from './perpetual.wire';

/**
 * Returns the marks of one mode as the protocol shows them, of every market that has a price. A market that another process writes is shown at
 * its index, with the rate of no premium.
 */
export function collectMarks(input: {
  state: PerpetualState;
  marketData: { getIndex(market: string): { price: string } | null };
  markets: readonly string[];
  mode: Mode;
  now: number;
}): MarksWire {
  const { state, marketData, markets, mode, now } = input;
  const rows = markets.flatMap((market) => {
    const index = marketData.getIndex(market);
    if (index === null) return [];
    const book = state.find(market, mode);
    const { sum, count, next } = book?.funding ?? { sum: 0n, count: 0, next: 0 };
    const mark = book?.mark ?? null;
    return [
      {
        market,
        mark: mark === null ? index.price : formatUnits8(mark.price),
        index: mark === null ? index.price : formatUnits8(mark.index),
        rate: formatUnits8(calculateFundingRate(averagePremium(sum, count))),
        next: next === 0 ? findNextFunding(now) : next,
      },
    ];
  });
  return { at: now, is_cs: mode === 'demo' ? '1' : '0', rows };
}
