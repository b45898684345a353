import { expect } from 'vitest';
import { openServiceAccount } from '../../exchange/modules/accounts/accounts';
import { accrueChunk } from '../../exchange/modules/earn/earn.accrual';
import { auditStaking } from '../../exchange/modules/earn/earn.audit';
import { createEarnService, listOffer } from '../../exchange/modules/earn/earn.service';
import { auditLedger, getBalances, outsideAddress, postJournals, userAddress } from '../../exchange/modules/ledger/ledger';
import { auditHolds } from '../../exchange/modules/ledger/ledger.holds-audit';
import { auditPools } from '../../exchange/modules/pools/pools.cover';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { readCover } from '../../exchange/modules/pools/pools';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import type { Database } from '../../exchange/platform/db';
import { fromUnits, toUnits } from '../../exchange/platform/decimal';
import { DomainError } from '../../exchange/platform/domain-error';
import { createId } from '../../exchange/platform/ids';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import type { Mode } from '../../lib/protocol/wire';

export const DAY_MS = 86_400_000;
/** The beginning of a leap year's February. */
export const START = Date.UTC(2028, 1, 1, 9);
const SCALE = 8;

/** Returns staking with its pools on a fresh database, a clock that a test moves, and users with money. */
export async function createStakingWorld(given: { db?: Database; sandbox?: boolean } = {}) {
  const db = given.db ?? (await createTestDatabase());
  const { platform, time } = createTestPlatform(db, { now: START, env: { sandbox: given.sandbox ?? true } });
  const registry = createRegistry(platform);
  await registry.refresh();
  const confirmed: string[] = [];
  /** What is published; a test may put other terms in their place. */
  const published = { read: registry.readStakingTerms };
  const service = createEarnService(platform, {
    readTerms: () => published.read(),
    toUsdtValue: (asset, units) => (asset === 'ETH' ? 2_500n * units : units),
    confirm: async (_tx, { sessionId }, { amount }) => {
      if (sessionId === 'unconfirmed') throw new DomainError('STEP_UP_REQUIRED');
      confirmed.push(amount);
    },
  });
  await db.transaction((tx) => grantPools(tx, { isSandbox: platform.env.sandbox, at: time.now }));

  return {
    db,
    platform,
    time,
    service,
    published,
    /** What was confirmed before it was staked. */
    confirmed,

    /** Makes a user with money in one mode. Returns its number. */
    async join({ amount = '100000', asset = 'USDT', mode = 'real' as Mode } = {}): Promise<string> {
      const name = createId().slice(0, 20).replaceAll('-', '');
      const userId = await db.transaction((tx) => openServiceAccount(tx, { username: name, at: time.now }));
      await this.give(userId, { amount, asset, mode });
      return userId;
    },

    async give(userId: string, { amount, asset = 'USDT', mode = 'real' as Mode }: { amount: string; asset?: string; mode?: Mode }) {
      const postings = [
        { address: outsideAddress({ mode, name: 'issuance', asset }), amount: -toUnits(amount, SCALE) },
        { address: userAddress({ userId, mode, asset, part: 'available' }), amount: toUnits(amount, SCALE) },
      ];
      await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: createId(), at: time.now, postings }]));
    },

    subscribe: (
      userId: string,
      input: {
        term: string;
        amount: string;
        coin?: string;
        mode?: Mode;
        requestId?: string;
        rate?: string;
        terms?: string;
        sessionId?: string;
      },
    ) => {
      const { mode = 'real', coin = 'USDT', requestId = createId(), sessionId = 'session', ...asked } = input;
      return service.subscribe({ userId, mode, sessionId }, { ...asked, coin, requestId });
    },
    redeem: (userId: string, id: string, requestId = createId()) => service.redeem({ userId, mode: 'real' }, { id, requestId }),

    switchRenewal: (userId: string, id: string, renews: boolean, { requestId = createId(), sessionId = 'session' } = {}) =>
      service.switchRenewal({ userId, mode: 'real', sessionId }, { id, renews, requestId }),
    /** What is offered now; a test may change `terms`. */
    offer: () => listOffer(registry.readStakingTerms, platform.env),

    /** Does all that is due, in pieces. Returns how many steps that took. */
    async accrue(limit = 500): Promise<number> {
      for (let steps = 0; ; ) {
        const count = await db.transaction((tx) => accrueChunk(tx, { at: time.now, limit, offer: this.offer() }));
        if (count === 0) return steps;
        steps += count;
      }
    },

    async balance(userId: string, asset = 'USDT', mode: Mode = 'real') {
      const row = (await getBalances(db.read, { userId, mode })).find((each) => each.asset === asset);
      return { available: fromUnits(row?.available ?? 0n, SCALE), held: fromUnits(row?.locked ?? 0n, SCALE) };
    },

    async position(userId: string, id: string, mode: Mode = 'real') {
      const all = await service.list({ userId, mode }, { states: ['running', 'leaving', 'ended', 'redeemed'], page: 1 });
      const found = all.find((each) => each.id === id);
      if (found === undefined) throw new Error(`there is no position ${id}`);
      return found;
    },

    cover: (asset = 'USDT', mode: Mode = 'real') => readCover(db.read, { pool: 'staking', mode, asset }),

    /** Holds that should have ended by now. */
    listOverdue: async () => (await auditHolds(db, time.now)).overdue,

    /** Says what is wrong with any position, pool, hold or sum. */
    async verify(): Promise<void> {
      expect((await auditLedger(db)).isClean).toBe(true);
      expect((await auditPools(db)).faults).toEqual([]);
      expect((await auditStaking(db, time.now)).faults).toEqual([]);
      expect((await auditHolds(db, 0)).differences).toEqual([]);
    },
  };
}
export type StakingWorld = Awaited<ReturnType<typeof createStakingWorld>>;
