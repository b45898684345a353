// Plain use by five members on the embedded database: how much the data folder grows, and where it goes; 65 orders a minute, spot and perpetual books looked at.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { openPglite } from '../../exchange/platform/pglite';
import { startExchange } from '../../tests/helpers/exchange-process';
import { addressOf, LegacyClient, newRequestId } from '../../tests/helpers/legacy-client';
import { printVerdict } from '../support/print';

const MINUTES = Number(process.env.MINUTES ?? 10);
const MEMBERS = 5;
const ORDERS_A_MINUTE = 65;
/** As often as the app asks for a book that somebody looks at. */
const LOOK_MS = 20_000;
/** A tenth of what it was: 31 MB in ten minutes of such use. */
const MB_AN_HOUR_MAX = 18;
const MINUTES_OF_HOUR = 60;
/** From then on nearly every table has its first pages, which are written once: what it grows by afterwards it goes on growing by. */
const BEGUN_SHARE = 0.4;
/** With the quantity that is worth some 100 USDT. */
const MARKETS = [
  { market: 'BTC-USDT', num: '0.0015' },
  { market: 'ETH-USDT', num: '0.04' },
  { market: 'SOL-USDT', num: '0.7' },
  { market: 'BNB-USDT', num: '0.15' },
  { market: 'XRP-USDT', num: '40' },
];
/** What the log may hold: it is used again and does not grow with time. */
const LOG_MB_MAX = 64;
const BIGGEST = 20;

const exchange = await startExchange({ FEED_SEED: 'growth' });
const folder = `${exchange.dataDir}/database`;
const sizeOf = (path: string) => Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024;
/** Bytes of every file of a relation, by its number. */
function fileSizes(): Map<string, number> {
  const found = new Map<string, number>();
  for (const database of readdirSync(`${folder}/base`)) {
    for (const name of readdirSync(`${folder}/base/${database}`)) {
      const number = /^\d+/.exec(name)?.[0];
      if (number === undefined) continue;
      const key = `${database}/${number}`;
      found.set(key, (found.get(key) ?? 0) + statSync(`${folder}/base/${database}/${name}`).size);
    }
  }
  return found;
}
const sizes = () => ({ all: sizeOf(folder), wal: sizeOf(`${folder}/pg_wal`) });
const show = (value: number) => `${value.toFixed(1)} MB`;

/** Notes what the folder has without its log, in MB, after each whole minute until `end`. */
async function watch(start: number, end: number): Promise<{ minutes: number; size: number }[]> {
  const seen: { minutes: number; size: number }[] = [];
  for (let next = start; next <= end; next += 60_000) {
    await new Promise((done) => setTimeout(done, Math.max(0, next - Date.now())));
    const { all, wal } = sizes();
    seen.push({ minutes: (Date.now() - start) / 60_000, size: all - wal });
  }
  return seen;
}

async function use(number: number, end: number): Promise<{ orders: number; refused: Map<string, number> }> {
  const client = new LegacyClient(exchange.base);
  await client.signIn(addressOf(0x77_0000 + number), 'demo');
  const { market, num } = MARKETS[number % MARKETS.length] as (typeof MARKETS)[number];
  const count = { orders: 0, refused: new Map<string, number>() };
  let lookedAt = 0;
  for (let next = Date.now(); next < end; next += (60_000 * MEMBERS) / ORDERS_A_MINUTE) {
    await new Promise((done) => setTimeout(done, Math.max(0, next - Date.now())));
    if (Date.now() - lookedAt > LOOK_MS) {
      for (const type of ['spot', 'perpetual']) await client.send('GET', '/x/interest', { market, is_cs: '1', type });
      lookedAt = Date.now();
    }
    const side = (count.orders >> 1) % 2 === 0 ? 'buy' : 'sell';
    const order = { market, type: side, kind: 'market', num, tif: 'IOC', request_id: newRequestId() };
    const answer = await client.send('POST', '/Mobile/Trade/upTrade2', order);
    count.orders += 1;
    if (answer.status !== 1) count.refused.set(answer.code ?? '', (count.refused.get(answer.code ?? '') ?? 0) + 1);
  }
  return count;
}

try {
  const before = sizes();
  const filesBefore = fileSizes();
  const start = Date.now();
  const end = start + MINUTES * 60_000;
  const members = Array.from({ length: MEMBERS }, (_, number) => use(number, end));
  const [seen, counts] = await Promise.all([watch(start, end), Promise.all(members)]);
  const orders = counts.reduce((sum, count) => sum + count.orders, 0);
  const refusals = counts.flatMap((count) => [...count.refused]);
  const refused = refusals.reduce((sum, [, count]) => sum + count, 0);
  const after = sizes();
  const minutes = (Date.now() - start) / 60_000;
  console.log(`${orders} orders (${refused} refused: ${refusals.join(' ')}) in ${minutes.toFixed(1)} minutes`);
  console.log(`data folder ${show(before.all)} -> ${show(after.all)}, of it write-ahead log ${show(before.wal)} -> ${show(after.wal)}`);
  const sizeBefore = before.all - before.wal;
  console.log(`growth after each minute: ${seen.map(({ size }) => (size - sizeBefore).toFixed(1)).join(' ')} MB`);
  const grown = after.all - after.wal - sizeBefore;
  const begun = seen.findLast((sample) => sample.minutes <= BEGUN_SHARE * minutes) ?? { minutes: 0, size: sizeBefore };
  const perMinute = (after.all - after.wal - begun.size) / (minutes - begun.minutes);
  const inAnHour = grown + perMinute * (MINUTES_OF_HOUR - minutes);
  await exchange.kill();
  await listGrowth(filesBefore, fileSizes());
  if (refused * 10 > orders) throw new Error('most orders were refused: nothing was measured');
  printVerdict({ what: 'write-ahead log', value: show(after.wal), wanted: `at most ${LOG_MB_MAX} MB`, isReached: after.wal <= LOG_MB_MAX });
  printVerdict({
    what: 'growth of the data folder without it in the first hour',
    value: `${show(inAnHour)} (${show(grown)} in ${minutes.toFixed(1)} minutes, at the end ${show(perMinute * MINUTES_OF_HOUR)} an hour)`,
    wanted: `at most ${MB_AN_HOUR_MAX} MB`,
    isReached: inAnHour <= MB_AN_HOUR_MAX,
  });
} finally {
  await exchange.remove();
}

/** Says where it went: by table with its indexes and what hangs on it, the biggest first. */
async function listGrowth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Promise<void> {
  const db = await openPglite(exchange.dataDir);
  try {
    await db.read.query('ANALYZE');
    const { rows } = await db.read.query<{ node: string; kind: string; owner: string; rows: string }>(
      `SELECT (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' || pg_relation_filenode(c.oid) AS node, c.relkind::text AS kind,
              coalesce(t.relname, c.relname) AS owner, coalesce(t.reltuples, c.reltuples)::int8::text AS rows
         FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class o ON o.reltoastrelid = coalesce(i.indrelid, c.oid)
         LEFT JOIN pg_class t ON t.oid = coalesce(o.oid, i.indrelid) WHERE pg_relation_filenode(c.oid) IS NOT NULL`,
    );
    const tables = new Map<string, { bytes: number; indexes: number; rows: string }>();
    for (const { node, kind, owner, rows: count } of rows) {
      const bytes = (after.get(node) ?? 0) - (before.get(node) ?? 0);
      const known = tables.get(owner) ?? { bytes: 0, indexes: 0, rows: count };
      tables.set(owner, { bytes: known.bytes + bytes, indexes: known.indexes + (kind === 'i' ? bytes : 0), rows: known.rows });
    }
    const kb = (bytes: number) => String(Math.round(bytes / 1024));
    for (const [name, { bytes, indexes, rows: count }] of [...tables].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, BIGGEST)) {
      console.log(`  ${name.padEnd(28)} + ${kb(bytes).padStart(6)} KB (indexes ${kb(indexes)} KB), ${count} rows now`);
    }
  } finally {
    await db.close();
  }
}
