import { expect } from 'vitest';
import { openServiceAccount } from '../../exchange/modules/accounts/accounts';
import { auditHosting } from '../../exchange/modules/hosting/hosting.audit';
import { type Book, findBook, listValuations } from '../../exchange/modules/hosting/hosting.books.repository';
import { openMissing } from '../../exchange/modules/hosting/hosting.job';
import { createHostingService } from '../../exchange/modules/hosting/hosting.service';
import { type Progress, valueBook } from '../../exchange/modules/hosting/hosting.valuation';
import {
  auditLedger,
  getAccountBalances,
  getBalances,
  outsideAddress,
  postJournals,
  userAddress,
} from '../../exchange/modules/ledger/ledger';
import { auditHolds } from '../../exchange/modules/ledger/ledger.holds-audit';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import type { Database } from '../../exchange/platform/db';
import { fromUnits, toUnits } from '../../exchange/platform/decimal';
import { DomainError } from '../../exchange/platform/domain-error';
import { createId } from '../../exchange/platform/ids';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import type { Mode } from '../../lib/protocol/wire';
import { calculateWorth } from '../../lib/rules/hosting';

export const DAY_MS = 86_400_000;
export const START = Date.UTC(2028, 1, 1, 9);
const SCALE = 8;

/** Returns hosting with its pool on a fresh database, a clock that a test moves, and users with money. The book of plan 1 is opened; nobody trades. */
export async function createHostingWorld(given: { db?: Database; piece?: number } = {}) {
  const db = given.db ?? (await createTestDatabase());
  const { platform, time } = createTestPlatform(db, { now: START, env: { sandbox: true } });
  const registry = createRegistry(platform);
  await registry.refresh();
  /** What is offered; a test may put other terms in their place. */
  const offer = { read: registry.readHostingTerms };
  const service = createHostingService(platform, {
    readPlans: () => offer.read(),
    confirm: async (_tx, { sessionId }) => {
      if (sessionId === 'unconfirmed') throw new DomainError('STEP_UP_REQUIRED');
    },
    listFills: { spot: () => Promise.resolve([]), perpetual: () => Promise.resolve([]) },
  });
  const marks = new Map<string, { index: string; mark: string; isFresh: boolean }>([
    ['BTC-USDT', { index: '50000', mark: '50000', isFresh: true }],
  ]);
  const deps = {
    readOpenPositions: () => Promise.resolve([]),
    readMarks: () => marks,
    sumTakerFees: { spot: () => Promise.resolve(0n), perpetual: () => Promise.resolve(0n) },
  };
  await db.transaction((tx) => grantPools(tx, { isSandbox: true, at: time.now }));
  while (await db.transaction((tx) => openMissing(tx, service.listPlans(), time.now)));
  const book = async (plan = 1, mode: Mode = 'real'): Promise<Book> => {
    const found = await findBook(db.read, { plan, mode });
    if (found === null) throw new Error(`plan ${plan} has no book`);
    return found;
  };

  return {
    db,
    platform,
    time,
    service,
    offer,
    marks,
    sumTakerFees: deps.sumTakerFees,
    book,

    /** Makes a user with money in one mode. Returns its number. */
    async join({ amount = '100000', mode = 'real' as Mode } = {}): Promise<string> {
      const username = createId().slice(0, 20).replaceAll('-', '');
      const userId = await db.transaction((tx) => openServiceAccount(tx, { username, at: time.now }));
      await this.give(userId, amount, mode);
      return userId;
    },

    /** Gives an account money; below zero it loses some. */
    async give(userId: string, amount: string, mode: Mode = 'real', asset = 'USDT') {
      const units = toUnits(amount, SCALE);
      const postings = [
        { address: outsideAddress({ mode, name: 'issuance', asset }), amount: -units },
        { address: userAddress({ userId, mode, asset, part: 'available' }), amount: units },
      ];
      await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: createId(), at: time.now, postings }]));
    },
    /** The book of plan 1 earns, or loses. */
    async earn(amount: string, mode: Mode = 'real') {
      await this.give((await book(1, mode)).userId, amount, mode);
    },

    subscribe: (
      userId: string,
      input: { amount: string; plan?: string; mode?: Mode; terms?: string; requestId?: string; sessionId?: string },
    ) => {
      const { mode = 'real', plan = '1', requestId = createId(), sessionId = 'session', ...asked } = input;
      return service.subscribe({ userId, mode, sessionId }, { ...asked, plan, coin: 'USDT', requestId });
    },
    leave: (userId: string, id: string, requestId = createId()) => service.leave({ userId, mode: 'real' }, { id, requestId }),

    /** Does one piece of what is due of a book. */
    piece: async (id: string): Promise<Progress> =>
      db.transaction((tx) => valueBook(tx, { id, at: time.now, ...(given.piece && { limit: given.piece }) }, deps)),
    /** Does one piece of what is due of a book and dies before it is committed. */
    async killChunk(id: string): Promise<void> {
      const killed = db.transaction(async (tx) => {
        await valueBook(tx, { id, at: time.now, ...(given.piece && { limit: given.piece }) }, deps);
        throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
    },
    /** Does all that is due of the book of a plan. Returns what it ended with. */
    async value(plan = 1, mode: Mode = 'real'): Promise<Progress> {
      const { id } = await book(plan, mode);
      for (;;) {
        const progress = await this.piece(id);
        if (progress.kind !== 'worked') return progress;
      }
    },
    /** Goes on to the next valuation of plan 1 and does it. */
    async pass(days = 1, mode: Mode = 'real'): Promise<void> {
      for (let day = 0; day < days; day += 1) {
        time.now = Math.max(time.now, (await book(1, mode)).nextAt ?? time.now);
        await this.value(1, mode);
      }
    },

    async balance(userId: string, mode: Mode = 'real') {
      const row = (await getBalances(db.read, { userId, mode })).find(({ asset }) => asset === 'USDT');
      return { available: fromUnits(row?.available ?? 0n, SCALE), held: fromUnits(row?.locked ?? 0n, SCALE) };
    },
    async house(name: string, mode: Mode = 'real') {
      const address = `house:${mode}:${name}:USDT`;
      return fromUnits((await getAccountBalances(db.read, [address])).get(address) ?? 0n, SCALE);
    },
    async position(userId: string, id: string, mode: Mode = 'real') {
      const found = (await service.list({ userId, mode }, { isOver: null, page: 1 })).find((each) => each.id === id);
      if (found === undefined) throw new Error(`there is no position ${id}`);
      return found;
    },
    async newest(plan = 1, mode: Mode = 'real') {
      const [valuation] = await listValuations(db.read, { book: (await book(plan, mode)).id, limit: 1 });
      if (valuation === undefined) throw new Error('no valuation yet');
      return valuation;
    },

    /** What the book's account has, in base units: what it is worth while nobody trades. */
    async worth(plan = 1, mode: Mode = 'real'): Promise<bigint> {
      const { userId } = await book(plan, mode);
      const address = userAddress({ userId, mode, asset: 'USDT', part: 'available' });
      return (await getAccountBalances(db.read, [address])).get(address) ?? 0n;
    },
    /** What the holders' and the house's units are worth, each rounded down, and the book they are of. */
    async shares(plan = 1, mode: Mode = 'real') {
      const { id, units, houseUnits } = await book(plan, mode);
      const worthOfBook = { value: await this.worth(plan, mode), units };
      const sql = 'SELECT units FROM hosting_positions WHERE book = $1 AND ended_at IS NULL';
      const { rows } = await db.read.query<{ units: string }>(sql, [id]);
      const holders = rows.reduce((sum, row) => sum + calculateWorth(BigInt(row.units), worthOfBook), 0n);
      return { holders, house: calculateWorth(houseUnits, worthOfBook), value: worthOfBook.value, count: rows.length };
    },

    async verify(): Promise<void> {
      expect((await auditLedger(db)).isClean).toBe(true);
      expect((await auditHosting(db, time.now, deps.sumTakerFees)).faults).toEqual([]);
      expect((await auditHolds(db, 0)).differences).toEqual([]);
    },
  };
}
export type HostingWorld = Awaited<ReturnType<typeof createHostingWorld>>;
