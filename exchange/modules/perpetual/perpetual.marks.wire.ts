import { toIsCs } from '../../../lib/protocol/fields';
import type { MarksWire } from '../../../lib/protocol/perpetual';
import type { Mode } from '../../../lib/protocol/wire';
import { calculateFundingRate, findNextFunding } from '../../../lib/rules/perpetual-funding';
import { readOwnMark, type ShownMark } from './perpetual.shared-marks';
import type { PerpetualState } from './perpetual.state';
import { formatUnits8 } from './perpetual.wire';

type Input = {
  state: PerpetualState;
  marketData: { getIndex(market: string): { price: string } | null };
  markets: readonly string[];
  /** The mark of a book that another process writes, null when it isn't known. */
  findOther(market: string, mode: Mode, now: number): ShownMark | null;
  mode: Mode;
  now: number;
};

/**
 * Returns the marks of one mode as the protocol shows them. Before its first print a book goes by the index, as its orders do. A market that
 * another process writes has the mark that it stored; one that nobody has spoken for is left out: its mark isn't known.
 */
export function collectMarks({ state, marketData, markets, findOther, mode, now }: Input): MarksWire {
  const rows = markets.flatMap((market) => {
    const book = state.find(market, mode);
    const shown = book === undefined ? findOther(market, mode, now) : (readOwnMark(book) ?? showIndex(marketData.getIndex(market), now));
    return shown === null ? [] : [{ market, mark: shown.mark, index: shown.index, rate: formatUnits8(shown.rate), next: shown.next }];
  });
  return { at: now, is_cs: toIsCs(mode), rows };
}

function showIndex(index: { price: string } | null, now: number): ShownMark | null {
  return index === null
    ? null
    : { mark: index.price, index: index.price, rate: calculateFundingRate(0n), next: findNextFunding(now), at: now };
}
