import type { Clock } from '../../platform/clock';
import { HISTORY_COLUMNS, type HistoryQuery, MINUTE_MS, MINUTES_PER_DAY, type PriceSource, type SourcePrice } from './market-data.source';
import { MARKETS, type MarketSpec } from './markets';
import {
  createDayPath,
  createFactor,
  DAY_SEASON,
  type DayPath,
  type Factor,
  fillSeconds,
  hashBits,
  hashNormal,
  ORIGIN_DAY,
  SECONDS,
} from './simulation.math';

/**
 * What each coin looks like: `level` is the price that it swings around (USDT), `beta` how much of the common move it takes,
 * `own` the yearly volatility of its own move, `turnover` what changes hands on an average day (million USDT).
 */
const CHARACTERS: Record<string, { level: number; beta: number; own: number; turnover: number }> = {
  'BTC-USDT': { level: 67_000, beta: 0.97, own: 0.18, turnover: 1_400 },
  'ETH-USDT': { level: 3_500, beta: 1.12, own: 0.26, turnover: 900 },
  'SOL-USDT': { level: 171, beta: 1.35, own: 0.42, turnover: 420 },
  'BNB-USDT': { level: 605, beta: 0.95, own: 0.3, turnover: 210 },
  'XRP-USDT': { level: 0.526, beta: 1.05, own: 0.45, turnover: 240 },
  'ADA-USDT': { level: 0.452, beta: 1.2, own: 0.4, turnover: 65 },
  'DOGE-USDT': { level: 0.125, beta: 1.35, own: 0.55, turnover: 130 },
  'TRX-USDT': { level: 0.16, beta: 0.75, own: 0.34, turnover: 42 },
  'LTC-USDT': { level: 84, beta: 1.1, own: 0.36, turnover: 45 },
  'LINK-USDT': { level: 14.9, beta: 1.25, own: 0.44, turnover: 52 },
  'AVAX-USDT': { level: 36, beta: 1.35, own: 0.46, turnover: 55 },
  'DOT-USDT': { level: 6.8, beta: 1.2, own: 0.42, turnover: 34 },
};
/** Yearly volatility of what all coins do together. */
const COMMON_VOLATILITY = 0.45;
/** Day paths kept for each factor: the two days that a live price needs, and two for readers of history. */
const DAY_PATHS_MAX = 4;
/** A minute never trades more than this many times its usual volume. */
const VOLUME_TIMES_MAX = 15;

type Coin = {
  spec: MarketSpec;
  own: Factor;
  beta: number;
  level: number;
  minuteTurnover: number;
  minuteDeviation: number;
  paths: Map<number, DayPath>;
};

export type SimulationSource = PriceSource & {
  /** Price in ticks and volume in steps of the whole second that holds `at`; the same for the same seed, always. */
  priceAt(market: string, at: number): SourcePrice;
};

/** Remembers the last few values by key, oldest use out first. */
function remember<V>(cache: Map<number, V>, key: number, limit: number, create: () => V): V {
  const known = cache.get(key);
  const value = known ?? create();
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > limit) cache.delete(cache.keys().next().value as number);
  return value;
}

function createCoin(seed: string, spec: MarketSpec): Coin {
  const character = CHARACTERS[spec.market];
  if (!character) throw new RangeError(`the simulation has no character for ${spec.market}`);
  const own = createFactor({ seed, name: spec.market, volatilityYear: character.own });
  const volatility = Math.hypot(character.beta * COMMON_VOLATILITY, character.own);
  return {
    spec,
    own,
    beta: character.beta,
    level: Math.log(character.level * 10 ** spec.tickScale),
    minuteTurnover: (character.turnover * 1e6) / MINUTES_PER_DAY,
    minuteDeviation: volatility / Math.sqrt(365 * MINUTES_PER_DAY),
    paths: new Map(),
  };
}

/** The paths that prices follow: one of all coins together, and one of each coin. The last few days are kept. */
function createPaths(seed: string) {
  const common = createFactor({ seed, name: 'common', volatilityYear: COMMON_VOLATILITY });
  const commonPaths = new Map<number, DayPath>();
  const commonSeconds = new Map<number, Float64Array>();
  const getCommonPath = (day: number) => remember(commonPaths, day, DAY_PATHS_MAX, () => createDayPath(common, day));
  const getPath = (coin: Coin, day: number) => remember(coin.paths, day, DAY_PATHS_MAX, () => createDayPath(coin.own, day));
  // A whole day of common seconds is shared by all markets of that day: two of them are 1.4 MB.
  const getCommonSeconds = (day: number) =>
    remember(commonSeconds, day, 2, () => {
      const path = getCommonPath(day);
      const out = new Float64Array(MINUTES_PER_DAY * SECONDS);
      for (let m = 0; m < MINUTES_PER_DAY; m += 1) fillSeconds(common, path, m, day * MINUTES_PER_DAY + m, out, m * SECONDS);
      return out;
    });
  return { common, getCommonPath, getCommonSeconds, getPath };
}

function minuteVolume(coin: Coin, absoluteMinute: number, logPrice: number, move: number): number {
  const minute = absoluteMinute % MINUTES_PER_DAY;
  const activity = 0.35 + 0.65 * (Math.abs(move) / (0.8 * coin.minuteDeviation));
  const times = (DAY_SEASON[minute] as number) * activity * Math.exp(0.5 * hashNormal(coin.own, 15, absoluteMinute) - 0.125);
  const price = Math.exp(coin.level + logPrice) / 10 ** coin.spec.tickScale;
  return Math.round((Math.min(times, VOLUME_TIMES_MAX) * coin.minuteTurnover * 10 ** coin.spec.stepScale) / price);
}

/** Steps traded in the first `seconds` of a minute; the whole volume after 60. */
function volumeUntil(coin: Coin, absoluteMinute: number, volume: number, seconds: number): number {
  let part = 0;
  let whole = 0;
  for (let s = 0; s < SECONDS; s += 1) {
    const weight = 1 + (hashBits(coin.own, 17, absoluteMinute * SECONDS + s) & 255);
    whole += weight;
    if (s < seconds) part += weight;
  }
  return Math.floor((volume * part) / whole);
}

function toTicks(coin: Coin, logDistance: number): number {
  return Math.max(1, Math.round(Math.exp(coin.level + logDistance)));
}

/**
 * Creates the simulated source: prices and volumes of every market as a pure function of (seed, market, second).
 *
 * Floats are used here to make a price; what leaves is whole ticks and steps.
 */
export function createSimulationSource(input: { seed: string; clock: Clock }): SimulationSource {
  const { common, getCommonPath, getCommonSeconds, getPath } = createPaths(input.seed);
  const coins = new Map(MARKETS.map((spec) => [spec.market, createCoin(input.seed, spec)]));
  const minuteBuffer = new Float64Array(SECONDS);
  const commonBuffer = new Float64Array(SECONDS);

  function writeMinute(
    coin: Coin,
    absoluteMinute: number,
    seconds: number,
    commonAt: Float64Array,
    commonOffset: number,
    out: Float64Array,
    row: number,
  ): void {
    const day = Math.floor(absoluteMinute / MINUTES_PER_DAY);
    const minute = absoluteMinute - day * MINUTES_PER_DAY;
    fillSeconds(coin.own, getPath(coin, day), minute, absoluteMinute, minuteBuffer, 0);
    let high = -Infinity;
    let low = Infinity;
    let last = 0;
    let volumeMove = 0;
    const first = coin.beta * (commonAt[commonOffset] as number) + (minuteBuffer[0] as number);
    for (let s = 0; s < SECONDS; s += 1) {
      volumeMove = coin.beta * (commonAt[commonOffset + s] as number) + (minuteBuffer[s] as number);
      if (s >= seconds) continue;
      last = volumeMove;
      if (last > high) high = last;
      if (last < low) low = last;
    }
    const volume = minuteVolume(coin, absoluteMinute, first, volumeMove - first);
    out[row] = absoluteMinute * MINUTE_MS;
    out[row + 1] = toTicks(coin, first);
    out[row + 2] = toTicks(coin, high);
    out[row + 3] = toTicks(coin, low);
    out[row + 4] = toTicks(coin, last);
    out[row + 5] = seconds === SECONDS ? volume : volumeUntil(coin, absoluteMinute, volume, seconds);
  }

  function getCoin(market: string): Coin {
    const coin = coins.get(market);
    if (!coin) throw new RangeError(`unknown market ${market}`);
    return coin;
  }

  function priceAt(market: string, at: number): SourcePrice {
    const coin = getCoin(market);
    const second = Math.floor(at / 1_000);
    const absoluteMinute = Math.floor(second / SECONDS);
    const day = Math.floor(absoluteMinute / MINUTES_PER_DAY);
    const seconds = second - absoluteMinute * SECONDS;
    fillSeconds(common, getCommonPath(day), absoluteMinute - day * MINUTES_PER_DAY, absoluteMinute, commonBuffer, 0);
    const row = new Float64Array(HISTORY_COLUMNS);
    writeMinute(coin, absoluteMinute, SECONDS, commonBuffer, 0, row, 0);
    const log = coin.beta * (commonBuffer[seconds] as number) + (minuteBuffer[seconds] as number);
    const volume = row[5] as number;
    const before = volumeUntil(coin, absoluteMinute, volume, seconds);
    const after = seconds === SECONDS - 1 ? volume : volumeUntil(coin, absoluteMinute, volume, seconds + 1);
    return { market, priceTicks: toTicks(coin, log), volumeSteps: after - before, at: second * 1_000 };
  }

  function history(query: HistoryQuery): Float64Array {
    const coin = getCoin(query.market);
    const first = Math.max(Math.ceil(query.from / MINUTE_MS), ORIGIN_DAY * MINUTES_PER_DAY);
    const end = Math.ceil(query.to / MINUTE_MS);
    const rows = new Float64Array(Math.max(0, end - first) * HISTORY_COLUMNS);
    for (let minute = first; minute < end; minute += 1) {
      const day = Math.floor(minute / MINUTES_PER_DAY);
      const seconds = Math.min(SECONDS, Math.ceil((query.to - minute * MINUTE_MS) / 1_000));
      writeMinute(
        coin,
        minute,
        seconds,
        getCommonSeconds(day),
        (minute - day * MINUTES_PER_DAY) * SECONDS,
        rows,
        (minute - first) * HISTORY_COLUMNS,
      );
    }
    return rows;
  }

  return {
    name: 'simulation',
    kind: 'simulation',
    hasHourlyHistory: false,
    priceAt,
    history: (query) => Promise.resolve(history(query)),
    ...createTicker(input.clock, priceAt),
  };
}

/** Tells the prices of every market once a second. */
function createTicker(clock: Clock, priceAt: SimulationSource['priceAt']): Pick<PriceSource, 'start' | 'stop'> {
  let timer: NodeJS.Timeout | null = null;
  let lastSecond = -1;
  return {
    start(onPrice: (price: SourcePrice) => void): Promise<void> {
      const tick = () => {
        const second = Math.floor(clock.now() / 1_000);
        // A timer may fire a moment early: the same second's volume must not count twice.
        if (second !== lastSecond) for (const spec of MARKETS) onPrice(priceAt(spec.market, second * 1_000));
        lastSecond = second;
        // Aligned to the whole second, so that the print that follows is never a second behind.
        timer = setTimeout(tick, 1_000 - (clock.now() % 1_000));
      };
      tick();
      return Promise.resolve();
    },
    stop(): Promise<void> {
      if (timer) clearTimeout(timer);
      timer = null;
      return Promise.resolve();
    },
  };
}
