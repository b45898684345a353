import type { MarketData } from '../market-data/market-data';
import type { Prices } from './accounts.valuation';

const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * 60_000;

/** Returns prices in USDT from the index of each asset's market. USDC is valued at 1 USDT: it has no market here. */
export function createMarketPrices(marketData: Pick<MarketData, 'getIndex' | 'getCandles' | 'getTickers'>): Prices {
  const opens = new Map<string, { day: number; open: string }>();
  return {
    getPrice: (asset) => (isPegged(asset) ? '1' : (marketData.getIndex(`${asset}-USDT`)?.price ?? null)),
    async getOpenToday(asset) {
      if (isPegged(asset)) return '1';
      const market = `${asset}-USDT`;
      const index = marketData.getIndex(market);
      if (index == null) return null;
      const day = Math.floor(index.at / DAY_MS);
      const known = opens.get(market);
      if (known?.day === day) return known.open;
      const [candle] = await marketData.getCandles({ market, minutes: DAY_MINUTES, before: null, limit: 1 });
      if (candle == null || candle.time !== day * DAY_MS) return null;
      opens.set(market, { day, open: candle.open });
      return candle.open;
    },
    getChangeRate: (asset) => marketData.getTickers().find((ticker) => ticker.market === `${asset}-USDT`)?.change ?? null,
  };
}

function isPegged(asset: string): boolean {
  return asset === 'USDT' || asset === 'USDC';
}
