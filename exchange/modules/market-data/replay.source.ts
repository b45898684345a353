import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { HISTORY_COLUMNS, type HistoryQuery, MINUTE_MS, type PriceSource } from './market-data.source';
import { MARKETS, type MarketSpec } from './markets';

/** A year of minutes is 525,600 rows and about 40 MB of text. */
const ROWS_MAX = 600_000;
const FILE_BYTES_MAX = 80 * 1024 * 1024;
const SECONDS = 60;

const recordedRow = z.tuple([
  z.number().positive(),
  z.number().positive(),
  z.number().positive(),
  z.number().positive(),
  z.number().positive(),
  z.number().nonnegative(),
]);

/** Recorded candles of one market: `spanMs` apart, prices in ticks, volume in steps, `HISTORY_COLUMNS` a row. */
type Recording = { spec: MarketSpec; rows: Float64Array; spanMs: number };

/**
 * Creates the source that plays recorded candles in a loop. The folder holds one file a market, `BTC-USDT.json` (a list) or `BTC-USDT.csv`
 * (a heading is passed over), rows of time (ms or s), open, high, low, close, volume in ascending order. What is played is a function of the
 * time alone, so that a restart goes on where it was. A market without a file has no price.
 * @throws Error that names the file and what is wrong with it
 */
export async function createReplaySource(input: { folder: string; clock: Clock }): Promise<PriceSource> {
  const names = new Set(await readdir(input.folder));
  const recordings = new Map<string, Recording>();
  for (const spec of MARKETS) {
    const name = [`${spec.market}.json`, `${spec.market}.csv`].find((file) => names.has(file));
    if (name) recordings.set(spec.market, await readRecording(join(input.folder, name), spec));
  }
  if (recordings.size === 0) throw new Error(`no recorded candles in ${input.folder}: expected files such as BTC-USDT.csv`);
  let timer: NodeJS.Timeout | null = null;
  let lastSecond = -1;
  return {
    name: 'replay',
    kind: 'replay',
    hasHourlyHistory: false,
    history(query) {
      const recording = recordings.get(query.market);
      return Promise.resolve(recording ? readHistory(recording, query) : new Float64Array());
    },
    start(onPrice) {
      const tick = () => {
        const second = Math.floor(input.clock.now() / 1_000);
        for (const [market, recording] of second === lastSecond ? [] : recordings) {
          onPrice({
            market,
            priceTicks: readPrice(recording, second * 1_000),
            volumeSteps: readVolume(recording, second * 1_000),
            at: second * 1_000,
          });
        }
        lastSecond = second;
        timer = setTimeout(tick, 1_000 - (input.clock.now() % 1_000));
      };
      tick();
      return Promise.resolve();
    },
    stop() {
      if (timer) clearTimeout(timer);
      return Promise.resolve();
    },
  };
}

async function readRecording(path: string, spec: MarketSpec): Promise<Recording> {
  if ((await stat(path)).size > FILE_BYTES_MAX) throw new Error(`${path} is larger than ${FILE_BYTES_MAX} bytes`);
  const text = await readFile(path, 'utf8');
  const raw: unknown[] = path.endsWith('.json') ? z.array(z.unknown()).parse(JSON.parse(text)) : parseCsv(text);
  if (raw.length < 2 || raw.length > ROWS_MAX) throw new Error(`${path} needs 2 to ${ROWS_MAX} candles, it has ${raw.length}`);
  const rows = new Float64Array(raw.length * HISTORY_COLUMNS);
  for (const [i, value] of raw.entries()) {
    const parsed = recordedRow.safeParse(value);
    if (!parsed.success) throw new Error(`${path}: candle ${i + 1} is not six numbers above zero`);
    const [time, open, high, low, close, volume] = parsed.data;
    const isSane = high >= Math.max(open, close) && low <= Math.min(open, close);
    if (!isSane) throw new Error(`${path}: candle ${i + 1} has its high or low inside its body`);
    const ticks = (price: number) => Math.max(1, Math.round(price * 10 ** spec.tickScale));
    // Seconds are below 1e11 until the year 5138.
    rows.set(
      [time < 1e11 ? time * 1_000 : time, ticks(open), ticks(high), ticks(low), ticks(close), Math.round(volume * 10 ** spec.stepScale)],
      i * HISTORY_COLUMNS,
    );
  }
  const spanMs = (rows[HISTORY_COLUMNS] as number) - (rows[0] as number);
  if (spanMs < MINUTE_MS || spanMs % MINUTE_MS !== 0) throw new Error(`${path}: candles must be whole minutes apart`);
  return { spec, rows, spanMs };
}

function parseCsv(text: string): number[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.map((line) => line.split(',').slice(0, HISTORY_COLUMNS).map(Number));
  return rows[0]?.some(Number.isNaN) ? rows.slice(1) : rows;
}

/** Offset of the row that plays at `at`, and which of its seconds that is. */
function locate({ rows, spanMs }: Recording, at: number): { row: number; second: number } {
  const count = rows.length / HISTORY_COLUMNS;
  const span = Math.floor(at / spanMs);
  return { row: (((span % count) + count) % count) * HISTORY_COLUMNS, second: Math.floor((at - span * spanMs) / 1_000) };
}

/** Open at the first second, close at the last, both extremes on whole seconds between: a rising candle falls to its low first. */
function readPrice(recording: Recording, at: number): number {
  const { row, second } = locate(recording, at);
  const [open, high, low, close] = recording.rows.subarray(row + 1, row + 5) as unknown as [number, number, number, number];
  const points = close < open ? [open, high, low, close] : [open, low, high, close];
  const last = recording.spanMs / 1_000 - 1;
  const marks = [0, Math.round(last / 3), Math.round((2 * last) / 3), last];
  const leg = second >= (marks[2] as number) ? 2 : second >= (marks[1] as number) ? 1 : 0;
  const [from, to, begin, end] = [points[leg], points[leg + 1], marks[leg], marks[leg + 1]] as [number, number, number, number];
  return Math.round(from + ((to - from) * (second - begin)) / (end - begin));
}

/** The recorded volume in equal parts, whole steps, nothing lost over the candle. */
function readVolume(recording: Recording, at: number): number {
  const { row, second } = locate(recording, at);
  const seconds = recording.spanMs / 1_000;
  const volume = recording.rows[row + 5] as number;
  return Math.floor((volume * (second + 1)) / seconds) - Math.floor((volume * second) / seconds);
}

function readHistory(recording: Recording, query: HistoryQuery): Float64Array {
  const first = Math.ceil(query.from / MINUTE_MS);
  const end = Math.ceil(query.to / MINUTE_MS);
  const rows = new Float64Array(Math.max(0, end - first) * HISTORY_COLUMNS);
  for (let minute = first; minute < end; minute += 1) {
    const seconds = Math.min(SECONDS, Math.ceil((query.to - minute * MINUTE_MS) / 1_000));
    const prices = Array.from({ length: seconds }, (_, s) => readPrice(recording, minute * MINUTE_MS + s * 1_000));
    const volumes = Array.from({ length: seconds }, (_, s) => readVolume(recording, minute * MINUTE_MS + s * 1_000));
    const volume = volumes.reduce((sum, part) => sum + part, 0);
    rows.set(
      [minute * MINUTE_MS, prices[0] as number, Math.max(...prices), Math.min(...prices), prices.at(-1) as number, volume],
      (minute - first) * HISTORY_COLUMNS,
    );
  }
  return rows;
}
