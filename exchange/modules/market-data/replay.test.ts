import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, type SourcePrice } from './market-data.source';
import { createReplaySource } from './replay.source';

const START = Math.floor(Date.UTC(2026, 5, 17) / (3 * MINUTE_MS)) * 3 * MINUTE_MS;
let folder: string;
const clock = { now: () => START };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});
afterEach(() => rm(folder, { recursive: true }));

const CSV =
  'time,open,high,low,close,volume\n1700000040,100,110,90,105,6\n1700000100,105,106,101,102,12\n1700000160,102,103,99.5,100,0.6\n';

async function readAll(market: string): Promise<number[][]> {
  const source = await createReplaySource({ folder, clock });
  const rows = await source.history({ market, minutes: 1, from: START, to: START + 6 * MINUTE_MS });
  return Array.from({ length: rows.length / 6 }, (_, i) => [...rows.subarray(i * 6, i * 6 + 6)]);
}

describe('replay of recorded candles', () => {
  it('plays the recorded minutes with their extremes and volume, and then again from the beginning', async () => {
    await writeFile(join(folder, 'BTC-USDT.csv'), CSV);
    const rows = await readAll('BTC-USDT');
    expect(rows.map(([, ...candle]) => candle).slice(0, 3)).toEqual([
      [10_000, 11_000, 9_000, 10_500, 6_000_000],
      [10_500, 10_600, 10_100, 10_200, 12_000_000],
      [10_200, 10_300, 9_950, 10_000, 600_000],
    ]);
    expect(rows.slice(3).map(([, ...candle]) => candle)).toEqual(rows.slice(0, 3).map(([, ...candle]) => candle));
  });

  it('reads a JSON list with times in ms, and spreads an hour over its minutes', async () => {
    await writeFile(
      join(folder, 'ETH-USDT.json'),
      JSON.stringify([
        [1_699_999_200_000, 10, 20, 5, 15, 3600],
        [1_700_002_800_000, 15, 16, 14, 15, 60],
      ]),
    );
    const source = await createReplaySource({ folder, clock });
    const from = Math.floor(START / 7_200_000) * 7_200_000;
    const rows = await source.history({ market: 'ETH-USDT', minutes: 1, from, to: from + 60 * MINUTE_MS });
    const column = (index: number) => Array.from({ length: 60 }, (_, i) => rows[i * 6 + index]!);
    expect([rows[1], Math.max(...column(2)), Math.min(...column(3)), column(4).at(-1)]).toEqual([1_000, 2_000, 500, 1_500]);
    expect(column(5).reduce((sum, volume) => sum + volume, 0)).toBe(360_000_000);
  });

  it('speaks the price of the running second, and has none for a market without a file', async () => {
    await writeFile(join(folder, 'BTC-USDT.csv'), CSV);
    const source = await createReplaySource({ folder, clock });
    const heard: SourcePrice[] = [];
    await source.start((price) => heard.push(price));
    await source.stop();
    expect(heard).toEqual([{ market: 'BTC-USDT', priceTicks: 10_000, volumeSteps: 100_000, at: START }]);
    expect(await source.history({ market: 'SOL-USDT', minutes: 1, from: START, to: START + MINUTE_MS })).toHaveLength(0);
  });

  it.each([
    { name: 'no file', file: 'notes.txt', text: '', wrong: /no recorded candles/ },
    {
      name: 'a price of zero',
      file: 'BTC-USDT.csv',
      text: '1700000040,0,1,1,1,1\n1700000100,1,1,1,1,1',
      wrong: /candle 1 is not six numbers/,
    },
    { name: 'a word', file: 'BTC-USDT.csv', text: '1700000040,1,1,1,1,1\n1700000100,x,1,1,1,1', wrong: /candle 2 is not six numbers/ },
    {
      name: 'a high below the body',
      file: 'BTC-USDT.csv',
      text: '1700000040,5,4,1,2,1\n1700000100,1,1,1,1,1',
      wrong: /candle 1 has its high/,
    },
    { name: 'one candle', file: 'BTC-USDT.json', text: '[[1700000040,1,1,1,1,1]]', wrong: /needs 2 to/ },
    { name: 'seconds between candles', file: 'BTC-USDT.csv', text: '1700000040,1,1,1,1,1\n1700000050,1,1,1,1,1', wrong: /whole minutes/ },
  ])('error: $name is refused with the reason', async ({ file, text, wrong }) => {
    await writeFile(join(folder, file), text);
    await expect(createReplaySource({ folder, clock })).rejects.toThrow(wrong);
  });
});
