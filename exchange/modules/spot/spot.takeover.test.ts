import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createLocalBus } from '../../platform/bus';
import type { Platform } from '../../platform/app';
import { systemClock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { createEventHub } from '../../platform/events';
import { createId } from '../../platform/ids';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { openPostgres } from '../../platform/postgres';
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
let server: SharedPostgres;
let url: string;

beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('takeover');
  const db = openPostgres(url, log);
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
  const inner = openPostgres(url, log);
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

  first.line.isFrozen = true;
  // Asked until it is taken: a lease of three seconds has to end first.
  const answers = new Set<string>();
  const ask = async () => {
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

it('slow reads, more than a process has connections, cost it no market and no order', async () => {
  const first = createProcess();
  const second = createProcess();
  await first.spot.start();
  await second.spot.start();
  const readEpochs = async () =>
    (await second.inner.read.query<{ owner: string; epoch: string }>('SELECT market, owner, epoch FROM market_leases ORDER BY market'))
      .rows;
  const before = await readEpochs();
  // Longer than a lease lasts; some get no connection in time.
  const slow = Promise.allSettled(Array.from({ length: 20 }, () => first.inner.read.query('SELECT pg_sleep(4.5)')));
  const states: string[] = [];
  for (let second = 0; second < 5; second += 1) {
    states.push(await first.place('1800'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await slow;
  expect(new Set(states)).toEqual(new Set(['open']));
  expect(await readEpochs()).toEqual(before);
  expect(await second.place('1801')).toBe('MARKET_BUSY');
  await first.spot.stop();
  await second.spot.stop();
  for (const { inner } of [first, second]) await inner.close();
});
