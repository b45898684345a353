import { describe, expect, it } from 'vitest';
import { DAY_MS, HISTORY_COLUMNS, MINUTE_MS } from './market-data.source';
import { MARKETS } from './markets';
import { createSimulationSource } from './simulation.source';

const NOW = Date.UTC(2026, 5, 17, 12, 34, 56);
const DAYS = 40;
const clock = { now: () => NOW };
const createSource = (seed = 'test') => createSimulationSource({ seed, clock });

function correlate(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** Log returns of every minute (close over open) over `DAYS` days. */
async function readReturns(market: string, days = DAYS): Promise<{ returns: number[]; volumes: number[] }> {
  const source = createSource();
  const end = Math.floor(NOW / DAY_MS) * DAY_MS;
  const rows = await source.history({ market, minutes: 1, from: end - days * DAY_MS, to: end });
  const count = rows.length / HISTORY_COLUMNS;
  const returns = Array.from({ length: count - 1 }, (_, i) =>
    Math.log(rows[(i + 1) * HISTORY_COLUMNS + 4]! / rows[i * HISTORY_COLUMNS + 4]!),
  );
  return { returns, volumes: Array.from({ length: count - 1 }, (_, i) => rows[(i + 1) * HISTORY_COLUMNS + 5]!) };
}

describe('simulated prices', () => {
  it('are the same for the same seed in whatever order they are asked', () => {
    const [a, b] = [createSource(), createSource()];
    const times = Array.from({ length: 200 }, (_, i) => NOW - i * 977_000);
    const forward = times.map((at) => a.priceAt('ETH-USDT', at).priceTicks);
    const backward = times.reverse().map((at) => b.priceAt('ETH-USDT', at).priceTicks);
    expect(backward.reverse()).toEqual(forward);
  });

  it('differ for another seed', () => {
    expect(createSource('a').priceAt('BTC-USDT', NOW).priceTicks).not.toBe(createSource('b').priceAt('BTC-USDT', NOW).priceTicks);
  });

  it('never jump more than 2 % between two seconds, across minutes, hours and midnight', () => {
    const source = createSource();
    const midnight = Math.floor(NOW / DAY_MS) * DAY_MS;
    for (const { market } of MARKETS) {
      for (let at = midnight - 300_000; at < midnight + 300_000; at += 1_000) {
        const [from, to] = [source.priceAt(market, at).priceTicks, source.priceAt(market, at + 1_000).priceTicks];
        expect(Math.abs(to / from - 1), `${market} at ${at}`).toBeLessThan(0.02);
      }
    }
  });

  it('make the candles: open, high, low, close and volume of a minute are those of its 60 seconds', async () => {
    const source = createSource();
    for (const { market } of MARKETS) {
      const from = NOW - (NOW % MINUTE_MS);
      const row = await source.history({ market, minutes: 1, from, to: from + MINUTE_MS });
      const seconds = Array.from({ length: 60 }, (_, s) => source.priceAt(market, from + s * 1_000));
      const prices = seconds.map(({ priceTicks }) => priceTicks);
      const volume = seconds.reduce((sum, { volumeSteps }) => sum + volumeSteps, 0);
      expect([...row]).toEqual([from, prices[0], Math.max(...prices), Math.min(...prices), prices[59], volume]);
    }
  });

  it('cover only the elapsed seconds of a running minute', async () => {
    const source = createSource();
    const from = NOW - (NOW % MINUTE_MS);
    const row = await source.history({ market: 'BTC-USDT', minutes: 1, from, to: from + 20_000 });
    const prices = Array.from({ length: 20 }, (_, s) => source.priceAt('BTC-USDT', from + s * 1_000).priceTicks);
    expect([...row.subarray(1, 5)]).toEqual([prices[0], Math.max(...prices), Math.min(...prices), prices[19]]);
  });

  it('stay within a third and three times of the level for four years', () => {
    const source = createSource();
    for (let day = 0; day < 4 * 365; day += 5) {
      const price = source.priceAt('BTC-USDT', Date.UTC(2023, 0, 1) + day * DAY_MS).priceTicks / 100;
      expect(price).toBeGreaterThan(67_000 / 3);
      expect(price).toBeLessThan(67_000 * 3);
    }
  });

  it.each(['BTC-USDT', 'SOL-USDT', 'TRX-USDT'])('of %s have a yearly volatility of 35 to 110 %% and fat tails', async (market) => {
    const { returns } = await readReturns(market);
    const variance = returns.reduce((sum, value) => sum + value ** 2, 0) / returns.length;
    const kurtosis = returns.reduce((sum, value) => sum + value ** 4, 0) / returns.length / variance ** 2;
    const yearly = Math.sqrt(variance * 365 * 1_440);
    expect(yearly).toBeGreaterThan(0.35);
    expect(yearly).toBeLessThan(1.1);
    expect(kurtosis).toBeGreaterThan(4);
  });

  it('of two coins move together, but not in lockstep', async () => {
    const [btc, eth] = [await readReturns('BTC-USDT', 10), await readReturns('ETH-USDT', 10)];
    const correlation = correlate(btc.returns, eth.returns);
    expect(correlation).toBeGreaterThan(0.6);
    expect(correlation).toBeLessThan(0.97);
  });

  it('come with more volume when they move more, and calm follows calm', async () => {
    const { returns, volumes } = await readReturns('BTC-USDT');
    const sizes = returns.map(Math.abs);
    const centre = (values: number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.map((value) => value - mean);
    };
    expect(correlate(centre(sizes), centre(volumes))).toBeGreaterThan(0.3);
    const centred = centre(sizes);
    expect(correlate(centred.slice(0, -30), centred.slice(30))).toBeGreaterThan(0.05);
  });
});
