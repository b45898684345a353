import { MARKETS } from '../../exchange/modules/market-data/markets';
import type { TickerWire } from '../../lib/protocol/markets';

/** One update as the exchange sends it each second: every market, its prices of this moment. */
export function makeTickers(at: number): { at: number; rows: TickerWire[] } {
  const price = (60_000 + (at % 1_000)).toFixed(2);
  const rows = MARKETS.map(({ market }): TickerWire => {
    const figures = { price, bid: price, ask: price, high: price, low: price, index: price };
    return {
      market,
      ...figures,
      change: '-0.0123',
      volume: '1234.5678',
      turnover: '98765432.12',
      index_at: at,
      sources: 3,
      state: 'fresh',
      halt: null,
    };
  });
  return { at, rows };
}
