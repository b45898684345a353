import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TickerWire } from '../../../lib/protocol/markets';
import * as wire from '../../../lib/protocol/markets';
import type { CallContext } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Database } from '../../platform/db';
import { createEventHub } from '../../platform/events';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { createTestDatabase } from '../../platform/test-database';
import { createMarketDataCalls } from './market-data.handlers';
import { createConfiguredSources } from './market-data.module';
import { createMarketDataService, type MarketDataService } from './market-data.service';
import { MARKETS } from './markets';
import { createSimulationSource } from './simulation.source';

const START = Date.UTC(2026, 5, 17, 12, 34, 30);
const context: CallContext = { session: null, ip: '127.0.0.1', isBff: false, actor: null, setSession: () => undefined };
let now = START;
let db: Database;
let service: MarketDataService;
const clock = { now: () => now };
const log = createLogger('silent');
const source = createSimulationSource({ seed: 'service', clock });
const events = createEventHub(log);
const createPlatform = (env = {}) =>
  ({ db, clock, log, events, metrics: createMetrics(log), env: { sandbox: true, feed: 'simulation', feedSeed: 's', ...env } }) as Platform;

async function createLoaded(): Promise<MarketDataService> {
  const made = createMarketDataService(createPlatform(), { sources: [source], bestQuotes: () => ({ bid: '1', ask: null }) });
  await made.load();
  return made;
}

/** Lives through seconds: the source speaks, then the second is printed. */
async function run(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i += 1) {
    now += 1_000;
    for (const { market } of MARKETS) service.accept(source.name, source.priceAt(market, now));
    await service.runSecond();
  }
}

const call = (id: string, input: unknown) =>
  createMarketDataCalls({ service, db, clock, listedAt: () => 0 })
    .find((registered) => registered.call.id === id)!
    .run(input, context);

beforeEach(async () => {
  now = START;
  db = await createTestDatabase();
  service = await createLoaded();
});
afterEach(() => db.close());

describe('market data', () => {
  it('shows the printed minute as the source made it, also when the process began in its middle', async () => {
    await run(35);
    const [minute] = await service.getCandles({ market: 'BTC-USDT', minutes: 1, before: START + 30_000, limit: 1 });
    const [, open, high, low, close] = await source.history({ market: 'BTC-USDT', minutes: 1, from: START - 30_000, to: START + 30_000 });
    expect([minute!.open, minute!.high, minute!.low, minute!.close].map((price) => Math.round(Number(price) * 100))).toEqual([
      open,
      high,
      low,
      close,
    ]);
    const { rows } = await db.read.query<{ samples: number }>('SELECT samples FROM price_minutes');
    expect(rows).toEqual([{ samples: 29 }]);
  });

  it('gives at any moment of the past the price that a chart shows, and none where prices are not simulated', async () => {
    const hours = await service.getCandles({ market: 'ETH-USDT', minutes: 60, before: START - 40 * 86_400_000, limit: 30 });
    expect(hours).toHaveLength(30);
    expect(hours.map(({ time }) => service.getSimulatedPrice('ETH-USDT', time))).toEqual(hours.map(({ open }) => open));
    const { priceAt: _, ...recorded } = source;
    const replayed = createMarketDataService(createPlatform(), { sources: [{ ...recorded, kind: 'replay' }] });
    expect(replayed.getSimulatedPrice('ETH-USDT', START)).toBeNull();
  });

  it('stores the minute that a killed process was in, from its prints, with the next start', async () => {
    await run(10);
    now += 600_000;
    service = await createLoaded();
    const { rows } = await db.read.query('SELECT minute, samples FROM price_minutes');
    expect(rows).toEqual([{ minute: String(Math.floor(START / 60_000)), samples: 10 }]);
  });

  it('error: a minute that could not be written is written with the seconds that follow, once', async () => {
    const whole = db;
    let isBroken = true;
    let tries = 0;
    const query: Database['read']['query'] = (text, params) => {
      if (!text.includes('INTO price_minutes')) return whole.read.query(text, params);
      tries += 1;
      return isBroken ? Promise.reject(new Error('the database is away')) : whole.read.query(text, params);
    };
    db = { ...whole, read: { query } };
    service = await createLoaded();
    await run(33);
    await expect.poll(() => tries).toBeGreaterThan(1);
    isBroken = false;
    await run(1);
    const stored = async () => (await whole.read.query('SELECT minute, samples FROM price_minutes')).rows;
    await expect.poll(stored).toEqual([{ minute: String(Math.floor(START / 60_000)), samples: 29 }]);
    const written = tries;
    await run(2);
    expect(tries).toBe(written);
    db = whole;
  });

  it('goes on with prices, prints and figures after a restart', async () => {
    await run(3);
    const before = service.getTickers();
    service = await createLoaded();
    await run(1);
    const after = service.getTickers();
    for (const [i, ticker] of after.entries()) expect(Math.abs(Number(ticker.price) / Number(before[i]!.price) - 1)).toBeLessThan(0.01);
    expect((await call('x.prints', { limit: '2' })) as { seq: number }[]).toMatchObject([{ seq: 4 }, { seq: 3 }]);
  });

  it('counts high, low, volume and change over 24 h as the candles do', async () => {
    await run(2);
    const ticker = service.getTickers()[0]!;
    const candles = await service.getCandles({ market: 'BTC-USDT', minutes: 1, before: null, limit: 500 });
    const older = await service.getCandles({ market: 'BTC-USDT', minutes: 1, before: candles[0]!.time, limit: 500 });
    const oldest = await service.getCandles({ market: 'BTC-USDT', minutes: 1, before: older[0]!.time, limit: 441 });
    const day = [...oldest, ...older, ...candles];
    expect(day).toHaveLength(1_441);
    expect(Number(ticker.high)).toBe(Math.max(...day.map(({ high }) => Number(high))));
    expect(Number(ticker.low)).toBe(Math.min(...day.map(({ low }) => Number(low))));
    expect(Number(ticker.volume)).toBeCloseTo(
      day.reduce((sum, { volume }) => sum + Number(volume), 0),
      4,
    );
    expect(Number(ticker.change)).toBeCloseTo(Number(ticker.price) / Number(day[0]!.open) - 1, 5);
    expect(ticker.sparkline).toHaveLength(11);
    expect(ticker).toMatchObject({ bid: '1', ask: null, state: 'fresh', sources: 1 });
  });

  it('publishes tickers each second, stale after 3 s and dead after 10 s of silence, and prints neither', async () => {
    const heard: TickerWire[][] = [];
    const stop = events.subscribe((event) => event.kind === 'tickers' && heard.push(event.rows));
    await run(1);
    for (const silentMs of [3_000, 10_000]) {
      now = START + 1_000 + silentMs;
      await service.runSecond();
    }
    stop();
    expect(heard.map((rows) => rows[0]!.state)).toEqual(['fresh', 'stale', 'dead']);
    expect(heard.every((rows) => rows.length === 12)).toBe(true);
    expect(await call('x.prints', {})).toHaveLength(1);
  });

  it('shows after a sleep of an hour what the source knows of it', async () => {
    await run(40);
    now += 3_600_000;
    await run(1);
    const candles = await service.getCandles({ market: 'ETH-USDT', minutes: 1, before: null, limit: 70 });
    expect(candles).toHaveLength(70);
    for (const [i, { time }] of candles.slice(1).entries()) expect(time - candles[i]!.time).toBe(60_000);
  });

  it('error: prints go on, and a start ends, while the source doesn’t answer what it is asked about the past', {
    timeout: 30_000,
  }, async () => {
    await run(1);
    const silent = { ...source, kind: 'live' as const, history: () => new Promise<never>(() => undefined) };
    service = createMarketDataService(createPlatform(), { sources: [silent] });
    await service.load();
    // A quorum stands by the first price, and by the first one after the gap, for six seconds.
    await run(9);
    now += 3_600_000;
    await run(9);
    expect((await call('x.prints', { limit: '2' })) as { seq: number }[]).toMatchObject([{ time: now }, { time: now - 1_000 }]);
  });

  it('refuses candles of an unknown market with MARKET_UNKNOWN', async () => {
    await expect(service.getCandles({ market: 'NO-USDT', minutes: 1, before: null, limit: 1 })).rejects.toMatchObject({
      code: 'MARKET_UNKNOWN',
    });
  });

  it('has no source at all outside sandbox mode unless it is a live one', async () => {
    expect(await createConfiguredSources(createPlatform({ sandbox: false }))).toEqual([]);
    expect(await createConfiguredSources(createPlatform({ sandbox: false, feed: 'replay' }))).toEqual([]);
    expect((await createConfiguredSources(createPlatform())).map(({ kind }) => kind)).toEqual(['simulation']);
    await expect(createConfiguredSources(createPlatform({ feed: 'replay', feedReplayDir: null }))).rejects.toThrow('FEED_REPLAY_DIR');
  });
});

describe('calls 21, 22, 23, x.tickers, x.prints', () => {
  it.each([
    { entry: wire.marketList, input: { id: '1', type: '1' }, size: 12 },
    { entry: wire.marketList, input: { id: '1', type: '1', coin: 'ETH' }, size: 1 },
    { entry: wire.marketListOfType, input: { type: '1' }, size: 12 },
    { entry: wire.candles, input: { name: 'DOGE-USDT', time: '15' }, size: 500 },
    { entry: wire.prints, input: { from: '1' }, size: 2 },
  ])('$entry.id answers $size rows in the shape of the catalogue', async ({ entry, input, size }) => {
    await run(2);
    const answer = await call(entry.id, input);
    expect(entry.answer.parse(answer)).toEqual(answer);
    expect(Object.keys(answer as object)).toHaveLength(size);
  });

  it('x.tickers answers the 12 markets in their published order', async () => {
    await run(1);
    const answer = wire.tickers.answer.parse(await call('x.tickers', {}));
    expect(answer.rows.map(({ market }) => market)).toEqual(MARKETS.map(({ market }) => market));
  });
});
