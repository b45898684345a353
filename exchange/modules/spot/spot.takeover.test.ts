import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createLocalBus } from '../../platform/bus';
import type { Platform } from '../../platform/app';
import { systemClock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { createEventHub } from '../../platform/events';
import { createId } from '../../platform/ids';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { auditLedger, postJournals } from '../ledger/ledger';
import type { Print } from '../market-data/market-data';
import { MARKETS } from '../market-data/markets';
import { createSpotModule } from './spot.module';

const log = createLogger('silent');
const listeners = new Set<(print: Print) => void>();
/** Both processes hear the same prints, as from one chain. */
function print(price: string): void {
  const told = { seq: 1, time: Date.now() + 1_000, prices: `ETH-USDT=${price}`, previous: '', hash: '' };
  for (const listener of listeners) listener(told);
}
/** Leases last long here; one ends when a test says so, as that of a process that is silent for three seconds. */
const END_LEASES = `UPDATE market_leases SET expires_at = '-infinity' WHERE owner = $1`;
/** Key of an advisory lock that reads wait for; any number that no other lock has. */
const READS_LOCK = 71_204;
/** Renewals that are waited for; there are three in the time of a lease. */
const RENEWALS = 5;
let server: SharedPostgres;
let url: string;

beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('takeover');
  const db = openPatiently(url, log);
  const amount = 2n * 10n ** 12n;
  const postings = [
    { address: 'outside:real:issuance:USDT', amount: -amount },
    { address: 'user:1:real:USDT:available', amount },
  ];
  await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: 'one', at: Date.now(), postings }]));
  await db.close();
});
afterAll(() => server.stop());

/** One exchange process with its own connections; while `isFrozen` it hears and says nothing, as a stopped or cut off one. */
function createProcess() {
  const inner = openPatiently(url, log);
  const line = { isFrozen: false };
  const guard = <T>(run: () => Promise<T>): Promise<T> => (line.isFrozen ? Promise.reject(new Error('no connection')) : run());
  const db: Database = {
    ...inner,
    read: { query: (text, params) => guard(() => inner.read.query(text, params)) },
    lease: { query: (text, params) => guard(() => inner.lease.query(text, params)) },
    long: { query: (text, params) => guard(() => inner.long.query(text, params)) },
    transaction: (run, options) => guard(() => inner.transaction(run, options)),
  };
  const platform: Platform = {
    db,
    clock: systemClock,
    log,
    events: createEventHub(log),
    bus: createLocalBus(),
    metrics: createMetrics(log),
    env: {} as Platform['env'],
  };
  const getIndex = () => ({ price: '2000', at: Date.now(), state: 'fresh' });
  const onPrint = (listener: (print: Print) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const spot = createSpotModule(platform, { marketData: { getIndex, listMarkets: () => MARKETS, onPrint } });
  const place = (price: string, stop?: string) => {
    const input = {
      market: 'ETH-USDT',
      side: 'buy',
      kind: stop === undefined ? 'limit' : 'stop_limit',
      price,
      stop,
      quantity: '1',
      timeInForce: 'GTC',
      requestId: createId(),
    } as const;
    return spot.placeOrder({ userId: '1', mode: 'real' }, input).then(
      ({ state }) => state as string,
      (error: { code: string }) => error.code,
    );
  };
  return { inner, line, spot, place };
}

it('a second process takes the markets of a dead one over, and the dead one, come back, can write nothing', async () => {
  const first = createProcess();
  const second = createProcess();
  await first.spot.start();
  await second.spot.start();
  expect(await first.place('1900')).toBe('open');
  expect(await second.place('1901')).toBe('MARKET_BUSY');
  expect(await first.place('2110', '2100')).toBe('waiting');
  expect(await first.place('2210', '2200')).toBe('waiting');
  // A process that doesn't write a market still shows its book.
  expect((await second.spot.getBook('ETH-USDT', 'real')).bids).toEqual([['1900', '1']]);

  const owners = await second.inner.read.query<{ owner: string }>('SELECT DISTINCT owner FROM market_leases');
  expect(owners.rows).toHaveLength(1);
  first.line.isFrozen = true;
  const answers = new Set([await second.place('1902')]);
  const ask = async () => {
    // Again and again: the cut off process may have had a renewal under way.
    await second.inner.read.query(END_LEASES, [owners.rows[0]?.owner]);
    const state = await second.place('1902');
    answers.add(state);
    return state;
  };
  await expect.poll(ask, { interval: 100 }).toBe('open');
  expect(answers).toEqual(new Set(['MARKET_BUSY', 'open']));

  // Both hear the print, the dead one comes back at this moment: only the owner triggers, and once.
  const settle = () => Promise.all([first.spot.settled(), second.spot.settled()]);
  first.line.isFrozen = false;
  for (let count = 0; count < 3; count += 1) print('2150');
  await settle();
  print('2160');
  await settle();
  const { rows } = await first.inner.read.query<{ status: string; stop_price: string }>(
    'SELECT trim_scale(stop_price) AS stop_price, status FROM spot_orders WHERE stop_price IS NOT NULL ORDER BY id',
  );
  expect(rows).toEqual([
    { stop_price: '2100', status: 'open' },
    { stop_price: '2200', status: 'waiting' },
  ]);
  const releases = await first.inner.read.query("SELECT 1 FROM ledger_journals WHERE code = 'SPOT_RELEASE'");
  expect(releases.rows).toHaveLength(1);
  expect(await first.place('1903')).toBe('MARKET_BUSY');
  expect((await second.spot.getBook('ETH-USDT', 'real')).bids).toEqual([
    ['2110', '1'],
    ['1902', '1'],
    ['1900', '1'],
  ]);
  expect((await auditLedger(first.inner)).isClean).toBe(true);

  await second.spot.stop();
  await first.spot.stop();
  const third = createProcess();
  await third.spot.start();
  expect((await third.spot.getBook('ETH-USDT', 'real')).bids).toEqual([
    ['2110', '1'],
    ['1902', '1'],
    ['1900', '1'],
  ]);
  expect(await third.place('1904')).toBe('open');
  await third.spot.stop();
  for (const { inner } of [first, second, third]) await inner.close();
});

/** Has all reads that ask for the lock wait until it is released. */
async function holdReads(db: Database): Promise<{ release(): Promise<void> }> {
  let end = (): void => undefined;
  const hold = new Promise<void>((resolve) => (end = resolve));
  let begun = (): void => undefined;
  const begins = new Promise<void>((resolve) => (begun = resolve));
  const done = db.transaction(
    async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [READS_LOCK]);
      begun();
      await hold;
    },
    { kind: 'long' },
  );
  await begins;
  return {
    release: () => {
      end();
      return done;
    },
  };
}

it('slow reads, more than a process has connections, cost it no market and no order', async () => {
  const first = createProcess();
  const second = createProcess();
  await first.spot.start();
  await second.spot.start();
  const readEpochs = async () =>
    (await second.inner.read.query<{ owner: string; epoch: string }>('SELECT market, owner, epoch FROM market_leases ORDER BY market'))
      .rows;
  const readEnd = async () =>
    Number(
      (await second.inner.read.query<{ at: string }>('SELECT extract(epoch FROM min(expires_at)) AS at FROM market_leases')).rows[0]?.at,
    );
  const before = await readEpochs();
  const { release } = await holdReads(second.inner);
  let ended = 0;
  const slow = Array.from({ length: 20 }, () =>
    first.inner.read.query('SELECT pg_advisory_xact_lock($1)', [READS_LOCK]).finally(() => (ended += 1)),
  );
  const states: string[] = [];
  for (let renewal = 0; renewal < RENEWALS; renewal += 1) {
    const end = await readEnd();
    states.push(await first.place('1800'));
    await expect.poll(readEnd).toBeGreaterThan(end);
  }
  expect(ended).toBe(0);
  await release();
  await Promise.all(slow);
  expect(new Set(states)).toEqual(new Set(['open']));
  expect(await readEpochs()).toEqual(before);
  expect(await second.place('1801')).toBe('MARKET_BUSY');
  await first.spot.stop();
  await second.spot.stop();
  for (const { inner } of [first, second]) await inner.close();
});
