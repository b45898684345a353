import type { TickerWire } from '../../../lib/protocol/markets';
import { mulDiv, fromUnits } from '../../platform/decimal';
import type { Candle } from './candles.math';
import type { IndexPrice } from './index-price.service';
import { MINUTE_MS, MINUTES_PER_DAY } from './market-data.source';
import { formatUnits, MARKETS, type MarketSpec } from './markets';

/** Points of the small chart beside a market: one every 2.4 hours and the newest price. */
export const SPARKLINE_POINTS = 11;
const CHANGE_SCALE = 6;
/** Turnover is a figure to look at: two decimals. */
const TURNOVER_SCALE = 2;

/** A market's figures over 24 h; `sparkline` is [time in s, price], oldest first. */
export type Ticker = TickerWire & { sparkline: [number, string][] };
export type BestQuotes = { bid: string | null; ask: string | null };

type Sums = { open: number | null; high: number; low: number; volume: number; turnover: bigint; sparkline: [number, string][] };
type Ring = { slots: (Candle | undefined)[]; sums: Sums };

export type TickerService = {
  /** Takes the closed minutes of one market's last day, in any order. */
  fill(market: string, candles: readonly Candle[], now: number): void;
  /** Takes one closed minute; the figures of the day are added up anew once a minute, not once a read. */
  close(market: string, candle: Candle, now: number): void;
  getTicker(index: IndexPrice, open: Candle | null, quotes: BestQuotes | null): Ticker;
};

/** Creates the 24-hour figures of all markets, kept as one slot for each minute of the day. */
export function createTickerService(): TickerService {
  const rings = new Map(
    MARKETS.map((spec) => [spec.market, { spec, slots: new Array<Candle | undefined>(MINUTES_PER_DAY), sums: emptySums() }]),
  );

  function getRing(market: string): Ring & { spec: MarketSpec } {
    const ring = rings.get(market);
    if (!ring) throw new RangeError(`unknown market ${market}`);
    return ring;
  }

  /** A slot keeps the newer day: what is read of the past may come after a minute that has ended meanwhile. */
  function put(ring: Ring, candle: Candle): void {
    const slot = (candle.time / MINUTE_MS) % MINUTES_PER_DAY;
    if ((ring.slots[slot]?.time ?? 0) <= candle.time) ring.slots[slot] = candle;
  }

  return {
    fill(market, candles, now) {
      const ring = getRing(market);
      for (const candle of candles) put(ring, candle);
      ring.sums = addUp(ring, ring.spec, now);
    },
    close(market, candle, now) {
      const ring = getRing(market);
      put(ring, candle);
      ring.sums = addUp(ring, ring.spec, now);
    },
    getTicker(index, open, quotes) {
      const { spec, sums } = getRing(index.market);
      const from = sums.open ?? open?.open ?? index.priceTicks;
      const turnover = sums.turnover + (open ? BigInt(open.volume) * BigInt(open.close) : 0n);
      const change = mulDiv(BigInt(index.priceTicks - from), 10n ** BigInt(CHANGE_SCALE), BigInt(from), 'down');
      const high = Math.max(sums.high, open?.high ?? 0, index.priceTicks);
      const low = Math.min(sums.low, open?.low ?? index.priceTicks, index.priceTicks);
      return {
        market: index.market,
        price: index.price,
        bid: quotes?.bid ?? null,
        ask: quotes?.ask ?? null,
        change: fromUnits(change, CHANGE_SCALE),
        high: formatUnits(high, spec.tickScale),
        low: formatUnits(low, spec.tickScale),
        volume: formatUnits(sums.volume + (open?.volume ?? 0), spec.stepScale),
        turnover: formatTurnover(turnover, spec),
        index: index.price,
        index_at: index.at,
        sources: index.sources,
        state: index.state,
        halt: index.halt,
        sparkline: [...sums.sparkline, [Math.floor(index.at / 1_000), index.price]],
      };
    },
  };
}

function emptySums(): Sums {
  return { open: null, high: 0, low: Number.MAX_SAFE_INTEGER, volume: 0, turnover: 0n, sparkline: [] };
}

function formatTurnover(units: bigint, spec: MarketSpec): string {
  const scale = spec.tickScale + spec.stepScale;
  return fromUnits(scale > TURNOVER_SCALE ? units / 10n ** BigInt(scale - TURNOVER_SCALE) : units, Math.min(scale, TURNOVER_SCALE));
}

/** Walks the minutes of the last 24 h in the order of time; slots of an older day are passed over. */
function addUp(ring: Ring, spec: MarketSpec, now: number): Sums {
  const sums = emptySums();
  const end = Math.floor(now / MINUTE_MS);
  const gap = Math.floor(MINUTES_PER_DAY / (SPARKLINE_POINTS - 1));
  let close: number | null = null;
  for (let minute = end - MINUTES_PER_DAY; minute < end; minute += 1) {
    const candle = ring.slots[minute % MINUTES_PER_DAY];
    if (candle && candle.time === minute * MINUTE_MS) {
      sums.open ??= candle.open;
      sums.high = Math.max(sums.high, candle.high);
      sums.low = Math.min(sums.low, candle.low);
      sums.volume += candle.volume;
      sums.turnover += BigInt(candle.volume) * BigInt(candle.close);
      close = candle.close;
    }
    if ((minute - end) % gap === 0 && close != null) sums.sparkline.push([minute * 60, formatUnits(close, spec.tickScale)]);
  }
  return sums;
}
