import { expect } from 'vitest';
import type { FeedState, Mode } from '../../lib/protocol/wire';
import { auditConversions } from '../../exchange/modules/convert/convert.audit';
import { coverAddress } from '../../exchange/modules/convert/convert.postings';
import { createConvertService } from '../../exchange/modules/convert/convert.service';
import { auditLedger, getAccountBalances, postJournals } from '../../exchange/modules/ledger/ledger';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import type { Database } from '../../exchange/platform/db';
import { fromUnits, toUnits } from '../../exchange/platform/decimal';
import { createId } from '../../exchange/platform/ids';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';

const SCALE = 8;
const MARKETS = ['BTC', 'ETH', 'DOGE'].map((base) => ({ market: `${base}-USDT`, base, quote: 'USDT' }));

/** Convert on a database in memory, with index prices that a test sets and the pools of a sandbox. */
export async function createConvertWorld(given?: Database) {
  const db = given ?? (await createTestDatabase());
  const { platform, time, heard } = createTestPlatform(db);
  const prices = new Map([
    ['BTC', '50000'],
    ['ETH', '2500'],
    ['DOGE', '0.1'],
  ]);
  const feed = { state: 'fresh' as FeedState };
  const markets = {
    listMarkets: () => MARKETS,
    getIndex: (market: string) => {
      const price = prices.get(market.split('-')[0] ?? '');
      return price === undefined ? null : { price, state: feed.state };
    },
  };
  const registry = createRegistry(platform);
  await registry.refresh();
  const readTerms = registry.readConvertTerms;
  const create = () => createConvertService(platform, { markets, readTerms });
  await db.transaction((tx) => grantPools(tx, { isSandbox: true, at: time.now }));
  const service = create();
  return {
    db,
    platform,
    time,
    heard,
    prices,
    feed,
    markets,
    registry,
    service,
    create,
    async give(userId: string, amount: string, asset = 'USDT', mode: Mode = 'real') {
      const units = toUnits(amount, SCALE);
      const postings = [
        { address: `outside:${mode}:issuance:${asset}`, amount: -units },
        { address: `user:${userId}:${mode}:${asset}:available`, amount: units },
      ];
      await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: createId(), at: time.now, postings }]));
    },
    async balances(userId: string, mode: Mode = 'real') {
      const { rows } = await db.read.query<{ asset: string; balance: string }>(
        `SELECT asset, balance FROM ledger_accounts WHERE user_id = $1 AND realm = $2 AND balance > 0 ORDER BY asset`,
        [userId, mode],
      );
      return Object.fromEntries(rows.map(({ asset, balance }) => [asset, fromUnits(BigInt(balance), SCALE)]));
    },
    async cover(asset: string, mode: Mode = 'real') {
      const address = coverAddress(mode, asset);
      return fromUnits((await getAccountBalances(db.read, [address])).get(address) ?? 0n, SCALE);
    },
    /** Leaves so much of an asset in the house's account. */
    async drain(asset: string, left: string, mode: Mode = 'real') {
      const address = coverAddress(mode, asset);
      const units = ((await getAccountBalances(db.read, [address])).get(address) ?? 0n) - toUnits(left, SCALE);
      const postings = [
        { address, amount: -units },
        { address: `outside:${mode}:operator:${asset}`, amount: units },
      ];
      await db.transaction((tx) => postJournals(tx, [{ code: 'POOL_DEFUNDING', reference: createId(), at: time.now, postings }]));
    },
    async check() {
      expect((await auditLedger(db)).isClean).toBe(true);
      expect((await auditConversions(db)).faults).toEqual([]);
    },
  };
}

export type ConvertWorld = Awaited<ReturnType<typeof createConvertWorld>>;
