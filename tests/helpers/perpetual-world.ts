import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PositionWire } from '../../lib/protocol/perpetual';
import type { Mode } from '../../lib/protocol/wire';
import { toScaled } from '../../lib/rules/decimal';
import type { FeeRates } from '../../lib/rules/spot';
import type { CallContext } from '../../exchange/http/register-call';
import { createLocalBus } from '../../exchange/platform/bus';
import type { Platform } from '../../exchange/platform/app';
import type { Database } from '../../exchange/platform/db';
import { createEventHub, type ExchangeEvent } from '../../exchange/platform/events';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { createTestDatabase, MIGRATIONS_DIR } from '../../exchange/platform/test-database';
import { auditLedger, getBalances, type Posting, postJournals } from '../../exchange/modules/ledger/ledger';
import type { Print } from '../../exchange/modules/market-data/market-data';
import { createRiskLimitsService } from '../../exchange/modules/risk-limits/risk-limits.service';
import { MARKETS } from '../../exchange/modules/market-data/markets';
import { optionRisk } from '../../exchange/modules/options/options';
import { perpetualRisk } from '../../exchange/modules/perpetual/perpetual';
import type { PlaceInput } from '../../exchange/modules/perpetual/perpetual.commands';
import { auditPerpetual } from '../../exchange/modules/perpetual/perpetual';
import { createPerpetualModule } from '../../exchange/modules/perpetual/perpetual.module';
import type { ReadRisk } from '../../exchange/modules/perpetual/perpetual.rules';
import type { LoadStandings } from '../../exchange/modules/perpetual/perpetual.turn';
import { formatUnits8 } from '../../exchange/modules/perpetual/perpetual.wire';
import { expectLockedIsExact } from './expect-locked-exact';
import { readFirstPerpetual } from './first-perpetual-terms';

export const MORNING = Date.UTC(2026, 2, 1, 6);
const MARKET = 'ETH-USDT';
const CHECKS = [
  '0040-create-perpetual.check.sql',
  '0058-add-funding-rounds.check.sql',
  '0061-keep-risk-usage.check.sql',
  '0067-let-orders-go-on.check.sql',
  '0340-create-order-amendments.check.sql',
  '0360-keep-perpetual-trades-of-the-house-as-tape.check.sql',
  '0591-look-at-amended-exits.check.sql',
];

/** A perpetual module on a database, with a clock that stands, prints that a test makes, and users with money. */
export type PerpetualWorld = Awaited<ReturnType<typeof createPerpetualWorld>>;

type PerpetualOptions = {
  db?: Database;
  sandbox?: boolean;
  isLimited?: boolean;
  fundingChunk?: number;
  costMax?: number;
  processMs?: number;
  readFees?(): FeeRates;
  readRisk?: ReadRisk;
};

export async function createPerpetualWorld(options: PerpetualOptions = {}) {
  const db = options.db ?? (await createTestDatabase());
  const clock = { at: MORNING, now: () => clock.at };
  const index = { price: '2000', age: 0, state: 'fresh', halt: null as string | null };
  const log = createLogger('silent');
  /** Commands that nobody waits for fail silently but for this. */
  const faults: unknown[] = [];
  const alarms: Record<string, unknown>[] = [];
  log.error = (fault: unknown) => {
    if (typeof fault === 'object' && fault !== null && 'alarm' in fault) alarms.push(fault as Record<string, unknown>);
    else faults.push(fault);
  };
  const events: ExchangeEvent[] = [];
  const hub = createEventHub(log);
  hub.subscribe((event) => void (event.kind !== 'marks' && events.push(event)));
  const listeners = new Set<(print: Print) => void>();
  let seq = 0;
  const env = { sandbox: options.sandbox ?? true, optionCountries: [] as string[] } as Platform['env'];
  const platform: Platform = { db, clock, log, events: hub, bus: createLocalBus(), metrics: createMetrics(log), env };
  const marketData = {
    listMarkets: () => MARKETS,
    getIndex: () => ({ price: index.price, at: clock.at - index.age, state: index.state, halt: index.halt }),
    onPrint(listener: (print: Print) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const riskLimits = createRiskLimitsService(
    platform,
    { option: optionRisk, perpetual: perpetualRisk },
    { confirmLoosening: async () => undefined },
  );
  // Only tests about the riskLimits ask for consent.
  const loadStandings: LoadStandings = (tx, owners) =>
    options.isLimited === true ? riskLimits.load(tx, owners, 'perpetual') : Promise.resolve(new Map());
  const create = () =>
    createPerpetualModule(platform, {
      marketData,
      loadStandings,
      // A busy machine must not decide how many pieces there are.
      processMs: options.processMs ?? Number.POSITIVE_INFINITY,
      ...(options.fundingChunk && { fundingChunk: options.fundingChunk }),
      readRisk: options.readRisk ?? readFirstPerpetual,
      ...(options.readFees && { readFees: options.readFees }),
      ...(options.costMax && { costMax: options.costMax }),
    });
  riskLimits.onOrdersEnded(() => world.perpetual.endOrders());
  const world = {
    db,
    clock,
    riskLimits,
    index,
    events,
    /** What was said to whoever runs the exchange. */
    alarms,
    faults,
    metrics: platform.metrics,
    platform,
    perpetual: create(),
    createSecond: create,
    /** Stops the module and starts another one on the same database, as a restart does. */
    async restart() {
      await world.perpetual.stop();
      world.perpetual = create();
      await world.perpetual.start();
    },
    async fund(userId: string, amount: string, mode: Mode = 'real') {
      const units = toScaled(amount, 8) ?? 0n;
      const postings = [
        { address: `outside:${mode}:issuance:USDT`, amount: -units },
        { address: `user:${userId}:${mode}:USDT:available`, amount: units },
      ];
      await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: createId(), at: clock.at, postings }]));
    },
    /** Takes from the insurance fund until it holds this. */
    async setFund(amount: string, mode: Mode = 'real') {
      const address = `house:${mode}:insurance-fund:USDT`;
      const change = (toScaled(amount, 8) ?? 0n) - (await world.balanceOf(address));
      if (change === 0n) return;
      await world.post([
        { address: `outside:${mode}:issuance:USDT`, amount: -change },
        { address, amount: change },
      ]);
    },
    /** Posts money past the module. */
    async post(postings: Posting[]) {
      await db.transaction((tx) => postJournals(tx, [{ code: 'HOUSE_FUNDING', reference: createId(), at: clock.at, postings }]));
    },
    /** `buy 2 at 2000`, `sell 1`: ETH-USDT (tick 0.01, step 0.00001), leverage 10, on the real account unless said. */
    place(userId: string, order: string, extra: Partial<PlaceInput> & { mode?: Mode } = {}) {
      const [side, quantity, , price] = order.split(' ');
      const { mode = 'real', ...rest } = extra;
      const input: PlaceInput = {
        market: MARKET,
        side: side as 'buy' | 'sell',
        kind: price === undefined ? 'market' : 'limit',
        price: price ?? null,
        quantity: quantity as string,
        timeInForce: price === undefined ? 'IOC' : 'GTC',
        leverage: 10,
        isReduceOnly: false,
        takeProfit: null,
        stopLoss: null,
        requestId: createId(),
        ...rest,
      };
      return world.perpetual.placeOrder({ userId, mode }, input);
    },
    amend(
      userId: string,
      orderId: string,
      change: { price?: string; quantity?: string; exits?: { takeProfit?: string | null; stopLoss?: string | null } },
      requestId = createId(),
      mode: Mode = 'real',
    ) {
      const input = { orderId, price: change.price ?? null, quantity: change.quantity ?? null, exits: change.exits, requestId };
      return world.perpetual.amendOrder({ userId, mode }, input);
    },
    cancel(userId: string, orderId: string, requestId = createId(), mode: Mode = 'real') {
      return world.perpetual.cancelOrder({ userId, mode }, { orderId, requestId });
    },
    /** Prints a second with this price and waits until everything that it made due is settled. */
    async print(price: string, seconds = 1) {
      world.hear(price, seconds);
      await world.perpetual.settled();
    },
    /** Prints and doesn't wait. */
    hear(price: string, seconds = 1) {
      clock.at += seconds * 1_000;
      index.price = price;
      seq += 1;
      const time = clock.at - (clock.at % 1_000);
      for (const listener of listeners) listener({ seq, time, prices: `${MARKET}=${price}`, previous: '', hash: '' });
    },
    async position(userId: string, mode: Mode = 'real'): Promise<PositionWire | null> {
      return (await world.perpetual.listPositions({ userId, mode }, MARKET))[0] ?? null;
    },
    /** `long 2 for 4000 on 400`: side, quantity, cost and margin. */
    async show(userId: string, mode: Mode = 'real') {
      const position = await world.position(userId, mode);
      return position === null ? 'none' : `${position.type} ${position.num} for ${position.cost} on ${position.margin}`;
    },
    /** `available + held + margin` in USDT. */
    async money(userId: string, mode: Mode = 'real') {
      const row = (await getBalances(db.read, { userId, mode })).find(({ asset }) => asset === 'USDT');
      return `${formatUnits8(row?.available ?? 0n)} + ${formatUnits8(row?.locked ?? 0n)} + ${formatUnits8(row?.margin ?? 0n)}`;
    },
    async balanceOf(address: string): Promise<bigint> {
      const sql = 'SELECT balance FROM ledger_accounts WHERE address = $1';
      return BigInt((await db.read.query<{ balance: string }>(sql, [address])).rows[0]?.balance ?? '0');
    },
    async house(name: string, mode: Mode = 'real') {
      const account = name === 'fees' ? `fees-perpetual-${MARKET}` : name;
      return formatUnits8(await world.balanceOf(`house:${mode}:${account}:USDT`));
    },
    /** Runs a call as the http layer does, for the signed-in user. */
    call(id: string, input: Record<string, string>, userId: string | null, mode: Mode = 'real') {
      const registered = [...world.perpetual.calls, ...world.perpetual.variants.calls].find(({ call }) => call.id === id);
      if (registered === undefined) throw new Error(`no call ${id}`);
      const session = userId === null ? null : { userId, username: `user${userId}`, mode, sessionId: '1' };
      const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
      return registered.run(registered.call.request.parse(input), context).then((answer) => registered.call.answer.parse(answer) as never);
    },
    /** ETH-USDT as "quantity at price", best first. */
    async bookOf(mode: Mode = 'real') {
      const { bids, asks } = await world.perpetual.getBook(MARKET, mode);
      const show = (rows: [string, string][]) => rows.map(([price, quantity]) => `${quantity} at ${price}`);
      return { bids: show(bids), asks: show(asks) };
    },
    /** What must hold after every test, whatever happened in it. */
    async verify() {
      await world.perpetual.settled();
      expect(faults).toEqual([]);
      expect((await auditLedger(db)).isClean).toBe(true);
      expect(await auditPerpetual(db)).toEqual([]);
      for (const name of CHECKS) expect((await db.read.query(await readFile(join(MIGRATIONS_DIR, name), 'utf8'))).rows).toEqual([]);
      await expectLockedIsExact(db);
      const before = [await world.bookOf('real'), await world.bookOf('demo')];
      await world.restart();
      expect([await world.bookOf('real'), await world.bookOf('demo')]).toEqual(before);
      await world.perpetual.stop();
      await db.close();
    },
  };
  await world.perpetual.start();
  return world;
}
