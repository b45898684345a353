import { describe, expect, it } from 'vitest';
import { openStubServer } from '../../../tests/helpers/stub-server';
import { AnswerTooLarge } from '../../platform/bounded-body';
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

async function hear(
  loadLibrary: () => Promise<unknown>,
  venue: string,
  onRefused: (venue: string, reason: string) => void = () => undefined,
): Promise<SourcePrice[]> {
  const [source] = await createLiveSources({ venues: [venue], clock, log, loadLibrary, onRefused });
  const heard: SourcePrice[] = [];
  await source!.start((price) => heard.push(price));
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await source!.stop();
  return heard;
}

it('what a venue answers without end is read no further than a list of all that one trades', async () => {
  const server = await openStubServer(() => 'endless');
  const failures: unknown[] = [];
  class Venue {
    constructor(readonly options: { fetchImplementation: typeof fetch }) {}
    fetchTickers() {
      return this.options.fetchImplementation(server.url).then(
        (answer) => answer.text(),
        (error: unknown) => {
          failures.push(error);
          throw error;
        },
      );
    }
  }
  const [source] = await createLiveSources({ venues: ['kucoin'], clock, log, loadLibrary: () => Promise.resolve({ kucoin: Venue }) });
  await source?.start(() => undefined);
  // A machine that doesn't read as much in the time that a venue has ends it by the clock first, and is asked again.
  await expect.poll(() => failures).toContainEqual(new AnswerTooLarge(32 * 1024 * 1024));
  await source?.stop();
  await expect.poll(() => server.cut).toBe(failures.length);
  await server.stop();
});

describe('live venues', () => {
  it('are one source each, whose last price becomes ticks', async () => {
    const library = createLibrary({ kraken: { tickers: { 'BTC/USDT': { last: 67_000.126, timestamp: START - 500 } } }, kucoin: {} });
    const sources = await createLiveSources({ venues: ['kraken', 'kucoin'], clock, log, loadLibrary: library });
    expect(sources.map(({ name, kind }) => [name, kind])).toEqual([
      ['live:kraken', 'live'],
      ['live:kucoin', 'live'],
    ]);
    expect(await hear(library, 'kraken')).toEqual([{ market: 'BTC-USDT', priceTicks: 6_700_013, volumeSteps: 0, at: START - 500 }]);
  });

  it('name the middle of bid and ask, not a last trade that is older than both', async () => {
    const ticker = { bid: 99.9, ask: 100.1, last: 50, timestamp: START };
    expect(await hear(createLibrary({ kucoin: { tickers: { 'BTC/USDT': ticker } } }), 'kucoin')).toMatchObject([{ priceTicks: 10_000 }]);
  });

  it('whose tickers have no time are as old as the last change of their answer', async () => {
    const library = createLibrary({ kraken: { tickers: { 'BTC/USDT': { last: 100 } } } });
    expect(await hear(library, 'kraken')).toMatchObject([{ priceTicks: 10_000, at: START }]);
  });

  it('are asked only for what they list', async () => {
    const asked: string[][] = [];
    class Venue {
      symbols = ['BTC/USDT', 'ETH/USDT', 'BTC/EUR'];
      loadMarkets() {
        return Promise.resolve();
      }
      fetchTickers(symbols: string[]) {
        asked.push(symbols);
        return Promise.resolve({});
      }
    }
    await hear(() => Promise.resolve({ kucoin: Venue }), 'kucoin');
    expect(asked).toEqual([['BTC/USDT', 'ETH/USDT']]);
  });

  const btc = (ticker: object) => ({ 'BTC/USDT': ticker });
  it.each([
    { name: 'it is unreachable', tickers: undefined, refused: [] },
    { name: 'its price is 5 s old', tickers: btc({ last: 1, timestamp: START - 5_000 }), refused: ['late'] },
    { name: 'its price is from the future', tickers: btc({ last: 1, timestamp: START + 1_001 }), refused: ['future'] },
    { name: 'nobody knows when its price was made', tickers: btc({ last: 1 }), refused: ['no_time'] },
    { name: 'it says nothing', tickers: btc({ last: null, timestamp: START }), refused: ['no_price'] },
    { name: 'bid and ask lie 2 % apart', tickers: btc({ bid: 99, ask: 101, last: 100, timestamp: START }), refused: ['no_price'] },
    { name: 'bid lies above ask', tickers: btc({ bid: 101, ask: 100, last: 100, timestamp: START }), refused: ['no_price'] },
    { name: 'it talks nonsense', tickers: btc({ last: '1e99' }), refused: [] },
  ])('a venue gives no price when $name, and says why', async ({ tickers, refused }) => {
    const reasons: string[] = [];
    expect(await hear(createLibrary({ kucoin: { tickers } }), 'kucoin', (_, reason) => reasons.push(reason))).toEqual([]);
    expect(reasons).toEqual(refused);
  });

  it('give their history page by page', async () => {
    const candles = Array.from({ length: 5 }, (_, i) => [START + i * MINUTE_MS, 1, 2, 0.5, 1.5, i === 0 ? null : 3]);
    const [source] = await createLiveSources({ venues: ['kraken'], clock, log, loadLibrary: createLibrary({ kraken: { candles } }) });
    const rows = await source!.history({ market: 'BTC-USDT', minutes: 1, from: START, to: START + 4 * MINUTE_MS });
    expect(rows).toHaveLength(4 * 6);
    expect([...rows.subarray(0, 6)]).toEqual([START, 100, 200, 50, 150, 0]);
    expect(rows[3 * 6]).toBe(START + 3 * MINUTE_MS);
  });

  it('security: give their history to a client of its own, one question at a time', async () => {
    const clients: { tickers: number; past: number }[] = [];
    let running = 0;
    let most = 0;
    class Venue {
      asked = { tickers: 0, past: 0 };
      constructor() {
        clients.push(this.asked);
      }
      fetchTickers() {
        this.asked.tickers += 1;
        return Promise.resolve({});
      }
      async fetchOHLCV() {
        this.asked.past += 1;
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return [];
      }
    }
    const [source] = await createLiveSources({ venues: ['kraken'], clock, log, loadLibrary: () => Promise.resolve({ kraken: Venue }) });
    const ask = () => source!.history({ market: 'BTC-USDT', minutes: 1, from: START, to: START + MINUTE_MS });
    await source!.start(() => undefined);
    const answers = await Promise.allSettled(Array.from({ length: 40 }, ask));
    await source!.stop();
    expect(clients.map(({ tickers, past }) => [tickers > 0, past > 0])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect([most, answers.filter(({ status }) => status === 'rejected').length]).toEqual([1, 7]);
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
