import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FeedState, HaltReason, Mode } from '../../lib/protocol/wire';
import { createId } from '../../exchange/platform/ids';
import type { Database } from '../../exchange/platform/db';
import { createTestDatabase, MIGRATIONS_DIR } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import { toUnits } from '../../exchange/platform/decimal';
import { auditLedger, postJournals } from '../../exchange/modules/ledger/ledger';
import { formatPrices, GENESIS_HASH, hashPrint, type Print } from '../../exchange/modules/market-data/prints.math';
import { insertPrint } from '../../exchange/modules/market-data/prints.repository';
import { createRiskLimitsService } from '../../exchange/modules/risk-limits/risk-limits.service';
import { TEST_KEYS } from '../../exchange/modules/risk-limits/risk-limits.terms';
import { optionRisk } from '../../exchange/modules/options/options';
import { fundPool } from '../../exchange/modules/options/options.postings';
import { perpetualRisk } from '../../exchange/modules/perpetual/perpetual';
import { type BuyInput, createOptionService, type OptionMarkets } from '../../exchange/modules/options/options.service';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import { createSettlement } from '../../exchange/modules/options/options.settlement';

/** 12:00 on a whole second. */
export const NOON = Date.UTC(2026, 2, 1, 12);

/** Seconds contracts on a database in memory or on `given`, with a clock and prints that a test sets. Times are seconds after noon. */
export async function createOptionsWorld(wrapDatabase: (db: Database) => Database = (db) => db, given: Database | null = null) {
  const inner = given ?? (await createTestDatabase());
  const { platform, time, heard } = createTestPlatform(wrapDatabase(inner), { now: NOON });
  const feed = { state: 'fresh' as FeedState, halt: null as HaltReason | null };
  const riskLimits = createRiskLimitsService(
    platform,
    { option: optionRisk, perpetual: perpetualRisk },
    { confirmLoosening: async () => undefined },
  );
  const markets: OptionMarkets = {
    getIndex: (market) => ({ market, price: '100', priceTicks: 10_000, at: time.now, ...feed, sources: 1 }),
  };
  const registry = createRegistry(platform);
  await registry.refresh();
  const service = createOptionService(platform, { markets, riskLimits, readTerms: registry.readOptionTerms });
  const chain: { last: Print } = { last: { seq: 0, time: 0, prices: '', previous: '', hash: GENESIS_HASH } };
  await inner.transaction((tx) => fundPool(tx, time.now));
  const world = {
    db: inner,
    platform,
    time,
    heard,
    feed,
    riskLimits,
    registry,
    service,
    settlement: createSettlement(platform),
    createSettlement: () => createSettlement(platform),
    at(second: number) {
      time.now = NOON + second * 1_000;
    },
    /** Prints one second; `price` null leaves BTC-USDT out of the row. `other` is a market of the same price. */
    async print(second: number, price: string | null, other: string | null = null) {
      const prices = new Map([['ETH-USDT', '2000']]);
      if (price !== null) prices.set('BTC-USDT', price);
      if (price !== null && other !== null) prices.set(other, price);
      const draft = { seq: chain.last.seq + 1, time: NOON + second * 1_000, prices: formatPrices(prices), previous: chain.last.hash };
      chain.last = { ...draft, hash: hashPrint(draft) };
      await insertPrint(inner.read, chain.last);
    },
    async printAll(from: number, prices: readonly (string | null)[], other: string | null = null) {
      for (const [index, price] of prices.entries()) await world.print(from + index, price, other);
    },
    /** A user with money whose consent and test stand. */
    async join(userId: string, amount = '1000', mode: Mode = 'demo') {
      const units = toUnits(amount, 8);
      const postings = [
        { address: `outside:${mode}:grants:USDT`, amount: -units },
        { address: `user:${userId}:${mode}:USDT:available`, amount: units },
      ];
      await inner.transaction((tx) => postJournals(tx, [{ code: 'DEMO_GRANT', reference: createId(), at: time.now, postings }]));
      if (mode !== 'demo') return;
      await riskLimits.accept({ userId, mode }, { product: 'option', requestId: createId() });
      await riskLimits.takeTest({ userId, mode }, { product: 'option', answers: TEST_KEYS.option, requestId: createId() });
    },
    async buy(userId: string, order: string, extra: Partial<BuyInput> & { mode?: Mode } = {}) {
      const [direction, stake, seconds] = order.split(' ');
      const { mode = 'demo', ...rest } = extra;
      const input = { market: 'BTC-USDT', direction: direction as 'up' | 'down', stake: stake as string, seconds: Number(seconds ?? 30) };
      return service.buy({ userId, mode }, { ...input, requestId: createId(), ...rest });
    },
    async show(userId: string) {
      const rows = await service.list(
        { userId, mode: 'demo' },
        { market: null, states: ['pending', 'running', 'won', 'lost', 'refunded'], page: 1 },
      );
      return rows.map((row) => [row.state, row.reason, row.strike, row.delivery].filter((part) => part !== null).join(' '));
    },
    async balance(address: string): Promise<string> {
      const { rows } = await inner.read.query<{ balance: string }>(
        'SELECT trim_scale(balance / 100000000)::text AS balance FROM ledger_accounts WHERE address = $1',
        [address],
      );
      return rows[0]?.balance ?? '0';
    },
    available: (userId: string) => world.balance(`user:${userId}:demo:USDT:available`),
    async house() {
      const names = ['options-pool', 'options-stakes', 'options-reserved'];
      return Promise.all(names.map((name) => world.balance(`house:demo:${name}:USDT`)));
    },
    /** What must hold after every test, whatever happened in it. */
    async verify() {
      expect((await auditLedger(inner)).isClean).toBe(true);
      for (const name of ['0030-create-options', '0061-keep-risk-usage', '0693-put-seconds-contracts-aside']) {
        const check = await readFile(join(MIGRATIONS_DIR, `${name}.check.sql`), 'utf8');
        expect((await inner.read.query(check)).rows).toEqual([]);
      }
      await inner.close();
    },
  };
  return world;
}
export type OptionsWorld = Awaited<ReturnType<typeof createOptionsWorld>>;
