import { describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger';
import { createLiveSources } from './live.source';
import { MINUTE_MS, type SourcePrice } from './market-data.source';

const START = Date.UTC(2026, 5, 17);
const clock = { now: () => START };
const log = createLogger('silent');

type Answers = { tickers?: unknown; candles?: unknown[][] };
function createLibrary(answers: Record<string, Answers>): () => Promise<unknown> {
  const venues = Object.entries(answers).map(([name, { tickers, candles }]) => [
    name,
    class {
      fetchTickers() {
        return tickers == null ? Promise.reject(new Error('unreachable')) : Promise.resolve(tickers);
      }
      fetchOHLCV(_symbol: string, _frame: string, since: number) {
        return Promise.resolve((candles ?? []).filter(([time]) => (time as number) >= since).slice(0, 2));
      }
    },
  ]);
  return () => Promise.resolve(Object.fromEntries(venues));
}

async function hear(loadLibrary: () => Promise<unknown>, venue: string): Promise<SourcePrice[]> {
  const [source] = await createLiveSources({ venues: [venue], clock, log, loadLibrary });
  const heard: SourcePrice[] = [];
  await source!.start((price) => heard.push(price));
  await new Promise((resolve) => setImmediate(resolve));
  await source!.stop();
  return heard;
}

describe('live venues', () => {
  it('are one source each, whose last price becomes ticks', async () => {
    const library = createLibrary({ kraken: { tickers: { 'BTC/USDT': { last: 67_000.126, timestamp: START - 500 } } }, kucoin: {} });
    const sources = await createLiveSources({ venues: ['kraken', 'kucoin'], clock, log, loadLibrary: library });
    expect(sources.map(({ name, kind }) => [name, kind])).toEqual([
      ['live:kraken', 'live'],
      ['live:kucoin', 'live'],
    ]);
    expect(await hear(library, 'kraken')).toEqual([{ market: 'BTC-USDT', priceTicks: 6_700_013, volumeSteps: 0, at: START }]);
  });

  it.each([
    { name: 'it is unreachable', tickers: undefined },
    { name: 'its last trade is over a minute old', tickers: { 'BTC/USDT': { last: 1, timestamp: START - 60_001 } } },
    { name: 'it says nothing', tickers: { 'BTC/USDT': { last: null } } },
    { name: 'it talks nonsense', tickers: { 'BTC/USDT': { last: '1e99' } } },
  ])('a venue gives no price when $name', async ({ tickers }) => {
    expect(await hear(createLibrary({ kraken: { tickers } }), 'kraken')).toEqual([]);
  });

  it('give their history page by page', async () => {
    const candles = Array.from({ length: 5 }, (_, i) => [START + i * MINUTE_MS, 1, 2, 0.5, 1.5, i === 0 ? null : 3]);
    const [source] = await createLiveSources({ venues: ['kraken'], clock, log, loadLibrary: createLibrary({ kraken: { candles } }) });
    const rows = await source!.history({ market: 'BTC-USDT', minutes: 1, from: START, to: START + 4 * MINUTE_MS });
    expect(rows).toHaveLength(4 * 6);
    expect([...rows.subarray(0, 6)]).toEqual([START, 100, 200, 50, 150, 0]);
    expect(rows[3 * 6]).toBe(START + 3 * MINUTE_MS);
  });

  it('error: an unknown venue is named', async () => {
    await expect(createLiveSources({ venues: ['nowhere'], clock, log, loadLibrary: createLibrary({}) })).rejects.toThrow(
      /no venue "nowhere"/,
    );
  });

  it('error: the missing package is named with the command that installs it', async () => {
    await expect(createLiveSources({ venues: ['kraken'], clock, log })).rejects.toThrow('npm install ccxt');
  });
});
