import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Mode } from '../../lib/protocol/wire';
import { toScaled } from '../../lib/rules/decimal';
import type { FeeRates } from '../../lib/rules/spot';
import type { CallContext } from '../../exchange/http/register-call';
import { createLocalBus } from '../../exchange/platform/bus';
import type { Platform } from '../../exchange/platform/app';
import type { Database } from '../../exchange/platform/db';
import type { ExchangeEvent } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { createTestDatabase, MIGRATIONS_DIR } from '../../exchange/platform/test-database';
import { auditLedger, getBalances, postJournals } from '../../exchange/modules/ledger/ledger';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import type { PlaceInput } from '../../exchange/modules/spot/spot.commands';
import { createSpotModule } from '../../exchange/modules/spot/spot.module';
import { formatAmount, type MarketLimits } from '../../exchange/modules/matching/matching';
import type { Print } from '../../exchange/modules/market-data/market-data';
import { expectLockedIsExact } from './expect-locked-exact';
import { createPrints } from './prints';

export const NOON = Date.UTC(2026, 2, 1, 12);

/** A spot module on a database in memory, with a clock that stands, index prices that a test sets, and users with money. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(
  wrapDatabase: (db: Database) => Database = (db) => db,
  options: { costMax?: number; db?: Database; readFees?(): FeeRates } = {},
) {
  const inner = options.db ?? (await createTestDatabase());
  const db = wrapDatabase(inner);
  const clock = { at: NOON, now: () => clock.at };
  const index = { price: '2000', age: 0, state: 'fresh', halt: null as string | null };
  /** Limits of every market that are in force instead of the first ones. */
  const limits: Partial<MarketLimits> = {};
  const listed = MARKETS.map((spec) => ({
    ...spec,
    widest: spec,
    get quantityMax() {
      return limits.quantityMax ?? spec.quantityMax;
    },
    get minNotional() {
      return limits.minNotional ?? spec.minNotional;
    },
  }));
  const events: ExchangeEvent[] = [];
  const prints = createPrints(inner);
  const env = {} as Platform['env'];
  const platform: Platform = {
    db,
    clock,
    log: createLogger('silent'),
    events: { publish: (event) => void events.push(event), subscribe: () => () => undefined },
    bus: createLocalBus(),
    metrics: createMetrics(createLogger('silent')),
    env,
  };
  const marketData = {
    listMarkets: () => listed,
    onPrint: prints.onPrint,
    getIndex: () => ({ price: index.price, at: clock.at - index.age, state: index.state, halt: index.halt }),
  };
  const create = () => createSpotModule(platform, { marketData, ...options });
  const world = {
    db,
    clock,
    index,
    limits,
    events,
    metrics: platform.metrics,
    spot: create(),
    /** Stops the module and starts another one on the same database, as a restart does. */
    async restart() {
      await world.spot.stop();
      world.spot = create();
      await world.spot.start();
    },
    createSecond: create,
    async fund(userId: string, amounts: Record<string, string>, mode: Mode = 'real') {
      const journals = Object.entries(amounts).map(([asset, amount]) => {
        const units = toScaled(amount, 8) ?? 0n;
        const postings = [
          { address: `outside:${mode}:issuance:${asset}`, amount: -units },
          { address: `user:${userId}:${mode}:${asset}:available`, amount: units },
        ];
        return { code: 'FAUCET' as const, reference: createId(), at: clock.at, postings };
      });
      await db.transaction((tx) => postJournals(tx, journals));
    },
    /** A second passes, ETH-USDT is printed at this price, and what that makes due is done. `isHeard` false: stored, but no process heard of it. */
    async print(price: string, isHeard = true): Promise<Print> {
      clock.at += 1_000;
      index.price = price;
      const print = await prints.print(clock.at, price, isHeard);
      await world.spot.settled();
      return print;
    },
    /** Places on ETH-USDT (tick 0.01, step 0.00001) for the real account unless said. */
    place(userId: string, order: string, extra: Partial<PlaceInput> & { mode?: Mode } = {}) {
      const [side, quantity, , price] = order.split(' ');
      const { mode = 'real', ...rest } = extra;
      const input: PlaceInput = {
        market: 'ETH-USDT',
        side: side as 'buy' | 'sell',
        kind: price === undefined ? 'market' : 'limit',
        price: price ?? null,
        quantity: quantity as string,
        timeInForce: price === undefined ? 'IOC' : 'GTC',
        requestId: createId(),
        ...rest,
      };
      return world.spot.placeOrder({ userId, mode }, input);
    },
    cancel(userId: string, orderId: string, requestId = createId(), mode: Mode = 'real') {
      return world.spot.cancelOrder({ userId, mode }, { orderId, requestId });
    },
    /** Runs a call as the http layer does, for the signed-in user. */
    call(path: string, input: Record<string, string>, userId: string | null, mode: Mode = 'real') {
      const registered = world.spot.calls.find(({ call }) => call.path === path);
      if (registered === undefined) throw new Error(`no call ${path}`);
      const session = userId === null ? null : { userId, username: `user${userId}`, mode, sessionId: '1' };
      const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
      return registered.run(registered.call.request.parse(input), context).then((answer) => registered.call.answer.parse(answer) as never);
    },
    /** `{ USDT: '10 + 5' }`: available + held, assets with nothing left out. */
    async balances(userId: string, mode: Mode = 'real') {
      const rows = await getBalances(db.read, { userId, mode });
      const used = rows.filter((row) => row.available + row.locked > 0n);
      return Object.fromEntries(used.map((row) => [row.asset, `${formatAmount(row.available)} + ${formatAmount(row.locked)}`]));
    },
    async houseFee(asset: string, mode: Mode = 'real') {
      const { rows } = await db.read.query<{ balance: string }>('SELECT balance FROM ledger_accounts WHERE address = $1', [
        `house:${mode}:fees-spot-ETH-USDT:${asset}`,
      ]);
      return formatAmount(BigInt(rows[0]?.balance ?? '0'));
    },
    /** ETH-USDT as "price x quantity", best first. */
    async bookOf(mode: Mode = 'real') {
      const { bids, asks } = await world.spot.getBook('ETH-USDT', mode);
      const show = (rows: [string, string][]) => rows.map(([price, quantity]) => `${quantity} at ${price}`);
      return { bids: show(bids), asks: show(asks) };
    },
    /** What must hold after every test, whatever happened in it. */
    async verify() {
      expect((await auditLedger(inner)).isClean).toBe(true);
      for (const name of [
        '0020-create-spot',
        '0021-add-conditional-orders',
        '0067-let-orders-go-on',
        '0340-create-order-amendments',
        '0420-let-exits-stand-alone',
        '0571-look-at-amended-stops',
        '0591-look-at-amended-exits',
      ]) {
        const check = await readFile(join(MIGRATIONS_DIR, `${name}.check.sql`), 'utf8');
        expect((await inner.read.query(check)).rows).toEqual([]);
      }
      await expectLockedIsExact(inner);
      const before = { real: await world.bookOf('real'), demo: await world.bookOf('demo') };
      await world.restart();
      expect({ real: await world.bookOf('real'), demo: await world.bookOf('demo') }).toEqual(before);
      await world.spot.stop();
      await inner.close();
    },
  };
  await world.spot.start();
  return world;
}
