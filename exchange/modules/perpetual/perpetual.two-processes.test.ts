import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { findNextFunding } from '../../../lib/rules/perpetual-funding';
import { createLocalBus } from '../../platform/bus';
import type { Platform } from '../../platform/app';
import { systemClock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { createEventHub } from '../../platform/events';
import { createId } from '../../platform/ids';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { MIGRATIONS_DIR } from '../../platform/test-database';
import { auditLedger, postJournals } from '../ledger/ledger';
import type { Print } from '../market-data/market-data';
import { MARKETS } from '../market-data/markets';
import { createPerpetualModule } from './perpetual.module';
import { readFirstPerpetual } from '../../../tests/helpers/first-perpetual-terms';

const log = createLogger('silent');
/** Users 1 to 20 are long, user 99 is short. */
const LONGS = Array.from({ length: 20 }, (_, index) => String(index + 1));
const MAKER = '99';
/** Leases end when the test says so: on a busy machine three seconds pass while the owner is only slow. */
const ENDLESS_LEASES = `CREATE FUNCTION keep_lease() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.expires_at > clock_timestamp() THEN NEW.expires_at := 'infinity'; END IF;
    RETURN NEW;
  END $$`;
const END_LEASES = `UPDATE market_leases SET expires_at = '-infinity' WHERE owner = $1`;
let server: SharedPostgres;
let url: string;

beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('perpetual');
  const db = openPatiently(url, log);
  const journals = [...LONGS, MAKER].map((user) => ({
    code: 'FAUCET' as const,
    reference: user,
    at: Date.now(),
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -(10n ** 14n) },
      { address: `user:${user}:real:USDT:available`, amount: 10n ** 14n },
    ],
  }));
  await db.transaction((tx) => postJournals(tx, journals));
  await db.read.query(ENDLESS_LEASES);
  await db.read.query('CREATE TRIGGER endless BEFORE INSERT OR UPDATE ON leases FOR EACH ROW EXECUTE FUNCTION keep_lease()');
  await db.close();
});
afterAll(() => server.stop());

/** One exchange process with its own connections; while `isFrozen` it hears and says nothing, as a stopped or cut off one. */
function createProcess() {
  const inner = openPatiently(url, log);
  const line = { isFrozen: false, price: '2000' };
  const guard = <T>(run: () => Promise<T>): Promise<T> => (line.isFrozen ? Promise.reject(new Error('no connection')) : run());
  const db: Database = {
    ...inner,
    read: { query: (text, params) => guard(() => inner.read.query(text, params)) },
    lease: { query: (text, params) => guard(() => inner.lease.query(text, params)) },
    long: { query: (text, params) => guard(() => inner.long.query(text, params)) },
    transaction: (run, options) => guard(() => inner.transaction(run, options)),
  };
  const listeners = new Set<(print: Print) => void>();
  const platform: Platform = {
    db,
    clock: systemClock,
    log,
    events: createEventHub(log),
    bus: createLocalBus(),
    metrics: createMetrics(log),
    env: { sandbox: true } as Platform['env'],
  };
  const marketData = {
    listMarkets: () => MARKETS.slice(0, 3),
    getIndex: () => ({ price: line.price, at: Date.now(), state: 'fresh' }),
    onPrint: (listener: (print: Print) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const perpetual = createPerpetualModule(platform, {
    marketData,
    readRisk: readFirstPerpetual,
    loadStandings: () => Promise.resolve(new Map()),
  });
  return {
    inner,
    line,
    perpetual,
    place(userId: string, side: 'buy' | 'sell', quantity: string, leverage: number, takeProfit: string | null = null) {
      const caller = { userId, mode: 'real' as const };
      const common = {
        market: 'ETH-USDT',
        kind: 'limit',
        price: line.price,
        timeInForce: 'GTC',
        isReduceOnly: false,
        stopLoss: null,
      } as const;
      return perpetual.placeOrder(caller, { ...common, side, quantity, leverage, takeProfit, requestId: createId() });
    },
    async print(seq: number, time: number, price: string) {
      line.price = price;
      for (const listener of listeners) listener({ seq, time, prices: `ETH-USDT=${price}`, previous: '', hash: '' });
      await perpetual.settled();
    },
  };
}

it('what one process was about to do when it was cut off is done by the other, everything exactly once', async () => {
  const first = createProcess();
  const second = createProcess();
  await first.perpetual.start();
  await second.perpetual.start();
  await first.place(MAKER, 'sell', '20', 2);
  for (const user of LONGS) await first.place(user, 'buy', '1', Number(user) % 2 === 0 ? 20 : 2, user === '1' ? '2100' : null);
  await expect(second.place('1', 'buy', '1', 2)).rejects.toMatchObject({ code: 'MARKET_BUSY' });

  const instant = findNextFunding(Date.now());
  await first.print(1, instant - 1_000, '2001');
  await second.print(1, instant - 1_000, '2000');
  // What the owner stored is what the other process shows; after three seconds of its silence nobody knows the mark.
  const marksAt = (now: number) => second.perpetual.getMarks('real', now).rows;
  const shown = { market: 'ETH-USDT', mark: '2001', index: '2001', rate: '0.0001', next: instant };
  await expect.poll(() => marksAt(instant - 1_000)).toEqual([shown]);
  expect(marksAt(instant + 2_001)).toEqual([]);
  first.line.isFrozen = true;
  // Both hear of the price; the first one can't do anything about it any more.
  await Promise.all([first.print(2, instant, '1890'), second.print(2, instant, '1890')]);
  const { rows } = await second.inner.read.query<{ owner: string }>('SELECT DISTINCT owner FROM market_leases');
  expect(rows).toHaveLength(1);
  const takeOver = async () => {
    // Again and again: the cut off process may have had a renewal under way.
    await second.inner.read.query(END_LEASES, [rows[0]?.owner]);
    return second.perpetual.state.find('ETH-USDT', 'real');
  };
  await expect.poll(takeOver).toBeDefined();
  await second.print(3, instant + 1_000, '1890');
  await second.print(4, instant + 2_000, '1890');
  // Come back, it still believes that the markets are its own.
  first.line.isFrozen = false;
  await Promise.all([first.print(5, instant + 3_000, '1890'), second.print(5, instant + 3_000, '1890')]);
  await expect.poll(() => first.perpetual.state.find('ETH-USDT', 'real')).toBeUndefined();
  await Promise.all([first.print(6, instant + 4_000, '2100'), second.print(6, instant + 4_000, '2100')]);
  // Enough for what the insurance fund sells as well.
  await second.place(MAKER, 'buy', '30', 2);
  await Promise.all([first.print(7, instant + 5_000, '2100'), second.print(7, instant + 5_000, '2100')]);

  const count = async (sql: string) => (await second.inner.read.query<{ user_id: string; n: string }>(sql)).rows;
  const liquidated = await count('SELECT user_id, count(*) AS n FROM perpetual_liquidations GROUP BY user_id ORDER BY user_id');
  expect(liquidated).toEqual(LONGS.filter((user) => Number(user) % 2 === 0).map((user) => ({ user_id: user, n: '1' })));
  const fundings = await count(
    `SELECT market AS user_id, count(*) AS n FROM perpetual_fundings WHERE mode = 'real' AND market = 'ETH-USDT' GROUP BY 1`,
  );
  expect(fundings).toEqual([{ user_id: 'ETH-USDT', n: '1' }]);
  const profits = await count(
    `SELECT user_id, count(*) AS n FROM perpetual_orders WHERE origin = 'take_profit' AND filled > 0 GROUP BY user_id`,
  );
  expect(profits).toEqual([{ user_id: '1', n: '1' }]);
  expect((await auditLedger(second.inner)).isClean).toBe(true);
  const check = await readFile(join(MIGRATIONS_DIR, '0040-create-perpetual.check.sql'), 'utf8');
  expect((await second.inner.read.query(check)).rows).toEqual([]);
  await first.perpetual.stop();
  await second.perpetual.stop();
  await first.inner.close();
  await second.inner.close();
});
