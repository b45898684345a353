import 'server-only';
import type { OptionTerms } from '../../dto/options';
import { optionTerms } from '../../protocol/option-variants';
import { coalesce } from '../coalesce';
import { callPublic } from '../upstream';

/** Returns the terms of seconds contracts on a market. @throws MARKET_UNKNOWN, FEATURE_NOT_OFFERED */
export function getOptionTerms({ symbol }: { symbol: string }): Promise<OptionTerms> {
  return coalesce(`option terms ${symbol}`, async () => {
    const wire = await callPublic(optionTerms, { market: symbol, type: 'option' });
    return {
      symbol: wire.market,
      base: wire.base,
      quote: wire.quote,
      tickSize: wire.tick,
      stakeMin: wire.min,
      stakeMax: wire.max,
      durations: wire.times.map(({ time, ratio }) => ({ seconds: time, ratio })),
    };
  });
}
